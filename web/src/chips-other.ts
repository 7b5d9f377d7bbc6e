// The controls that choose another chips game or another position: a solved game, a game by name, or a local file.

import { element } from "./dom";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";
import { fileField, lineForm } from "./view";

/** Callbacks for the choices. */
interface Chosen {
  named(name: string): void;
  file(file: File): void;
  position(position: string): void;
}

/** Creates the controls. `solved` chooses a solved game; `position` contains the current position. */
export function otherGames(solved: HTMLSelectElement, position: HTMLInputElement, chosen: Chosen): HTMLElement[] {
  const name = element("input", { type: "text", id: "game", autocomplete: "off", spellcheck: "false", placeholder: "hex:3x3" });
  return [
    element("h3", {}, strings.table.anotherGame),
    element("p", { class: "choose" }, element("label", { for: solved.id }, viewStrings.certificate), " ", solved),
    lineForm(viewStrings.ownGame, name, viewStrings.openGame, chosen.named),
    element("p", {}, element("label", { for: "game-file" }, viewStrings.gameFile), " ", fileField("game-file", ".json", chosen.file)),
    lineForm(viewStrings.gamePosition, position, viewStrings.go, chosen.position),
  ];
}
