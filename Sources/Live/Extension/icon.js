import { browser, isFirefox, quietly } from "./browser.js";

/** The lines of `icons/retrace-light.svg`, for browsers that cannot show SVG in the toolbar. */
const lines = [
  "M7.2 11.5A10.5 10.5 0 1 1 5.5 16.6", "M6.5 4.5v7.5H14", "M16 10.5v6l4.5 3",
];

/** The colour of the icon, which is legible on light and dark toolbars. */
const color = "#7a7aa8";
const pausedColor = "#a0a0a0";

function drawn(size, stroke) {
  // @ts-ignore: TypeScript declares OffscreenCanvas as a value only since version 4.9.
  const context = new OffscreenCanvas(size, size).getContext("2d");
  context.scale(size / 32, size / 32);
  context.lineWidth = 3;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.strokeStyle = stroke;
  for (const line of lines) context.stroke(new Path2D(line));
  return context.getImageData(0, 0, size, size);
}

/** Shows in the toolbar whether recording is paused. */
export function drawIcon(isPaused) {
  if (!isFirefox) {
    const stroke = isPaused ? pausedColor : color;
    void quietly(browser.action.setIcon({
      imageData: { 16: drawn(16, stroke), 32: drawn(32, stroke), 48: drawn(48, stroke) },
    }));
  }
  void quietly(browser.action.setBadgeText({ text: isPaused ? "II" : "" }));
}
