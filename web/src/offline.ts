// The page kept for the time without a network (`service-worker.ts`), and the word that a newer one is there.

import { element } from "./dom";
import { strings } from "./strings";

/** Has the page kept. Nothing fails: where the browser does not want to, the page works as long as it is open. */
export async function keepPage(place: HTMLElement): Promise<void> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker || !isSecureContext || location.protocol === "file:") return;
  try {
    const registration = await serviceWorker.register("service-worker.js", { updateViaCache: "none" });
    // Whatever is fetched from then on is of another build. The first worker of all takes no page over.
    serviceWorker.addEventListener("controllerchange", () => location.reload());
    const tell = () => registration.waiting && serviceWorker.controller && offer(place, registration.waiting, serviceWorker);
    tell();
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing?.addEventListener("statechange", tell);
    });
  } catch {
    // Storage is full, or forbidden.
  }
}

/** Says that a newer page waits. It begins when it is asked to. */
function offer(place: HTMLElement, waiting: ServiceWorker, container: ServiceWorkerContainer): void {
  if (place.querySelector(".newer")) return;
  const words = element("span", {}, strings.newerPage);
  container.addEventListener("message", ({ data }) => {
    if (data === "others") words.textContent = strings.otherWindows;
  });
  const begin = () => waiting.postMessage("begin");
  place.append(element("p", { class: "newer", role: "status" }, words, " ", element("button", { type: "button", click: begin }, strings.useNewer)));
}
