// Where another game with chips, or another position, is chosen: a solved game, a game by name, a file of one's own.

import { element } from "./dom";
import { strings } from "./strings";
import { fileField, lineForm } from "./view";

/** What is done with what has been chosen. */
interface Chosen {
  named(name: string): void;
  file(file: File): void;
  position(position: string): void;
}

/** The choices; `solved` is that of solved games, `position` the field that has the position which is shown. */
export function otherGames(solved: HTMLSelectElement, position: HTMLInputElement, chosen: Chosen): HTMLElement[] {
  const name = element("input", { type: "text", id: "game", autocomplete: "off", spellcheck: "false", placeholder: "hex:3x3" });
  return [
    element("h3", {}, strings.table.anotherGame),
    element("p", { class: "choose" }, element("label", { for: solved.id }, strings.certificate), " ", solved),
    lineForm(strings.ownGame, name, strings.openGame, chosen.named),
    element("p", {}, element("label", { for: "game-file" }, strings.gameFile), " ", fileField("game-file", ".json", chosen.file)),
    lineForm(strings.gamePosition, position, strings.go, chosen.position),
  ];
}
