// Keeps the page for use without a network (`service-worker.ts`), and tells the user when a newer page is available.

import { element } from "./dom";
import { strings } from "./strings";

/** Keeps the page. Errors are ignored: without the service worker the page works as long as it is open. */
export async function keepPage(place: HTMLElement): Promise<void> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker || !isSecureContext || location.protocol === "file:") return;
  try {
    const registration = await serviceWorker.register("service-worker.js", { updateViaCache: "none" });
    // After a change of the controller all files come from another build, so the page reloads. The first worker does
    // not take over an open page.
    serviceWorker.addEventListener("controllerchange", () => location.reload());
    const tell = () => registration.waiting && serviceWorker.controller && offer(place, registration.waiting, serviceWorker);
    tell();
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing?.addEventListener("statechange", tell);
    });
  } catch {
    // The storage is full or forbidden.
  }
}

/** Offers a newer page, which starts when the user asks for it. */
function offer(place: HTMLElement, waiting: ServiceWorker, container: ServiceWorkerContainer): void {
  if (place.querySelector(".newer")) return;
  const words = element("span", {}, strings.newerPage);
  container.addEventListener("message", ({ data }) => {
    if (data === "others") words.textContent = strings.otherWindows;
  });
  const begin = () => waiting.postMessage("begin");
  place.append(element("p", { class: "newer", role: "status" }, words, " ", element("button", { type: "button", click: begin }, strings.useNewer)));
}
