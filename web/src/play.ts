import "./css/play.css";
import { prepareLive } from "./live";
import { LivePage } from "./play/page";
import { apply } from "./settings";

const main = document.querySelector<HTMLElement>("main[data-live]");
const address = main?.dataset["live"];

apply("colours");
prepareLive();
if (main && address) {
  const socket = new URL(address, location.href);
  socket.protocol = socket.protocol === "https:" ? "wss:" : "ws:";
  new LivePage(main, socket.href).start();
}
