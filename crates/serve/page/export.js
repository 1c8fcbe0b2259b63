// @ts-check
// Taking the board elsewhere: pictures, text, JSON, a link, paper.

import { announce, notifyError } from "./announce.js";
import { fill, h } from "./elements.js";
import { askOne } from "./interface.js";
import { parsePicture } from "./picture.js";
import { shareLink } from "./share.js";
import { keepDraft } from "./storage.js";

/**
 * @typedef {import("./types.js").Interface} Interface
 * @typedef {import("./types.js").LookResult} LookResult
 * @typedef {object} ExportHost
 * @property {() => string} text
 * @property {() => string} name
 * @property {() => LookResult|null} look
 * @property {() => {view?: string, step?: number}} view what is shown of the board
 * @property {(name: string) => void} renamed
 */

/**
 * Hands a file to the browser.
 * @param {Blob} blob
 * @param {string} name
 */
export function saveBlob(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The buttons that export. */
export class ExportPanel {
  /**
   * @param {Interface} api
   * @param {ExportHost} host
   */
  constructor(api, host) {
    this.api = api;
    this.host = host;
    this.theme = h("select", { "aria-label": "Colours of the picture" },
      ["light", "dark", "print"].map((theme) => h("option", { value: theme }, theme)));
    this.gif = this.#button("GIF", "The moves as an animation", () => this.#picture("gif"));
    this.link = h("input", { type: "text", readonly: true, class: "share-link", "aria-label": "Share link", hidden: true });
    this.note = h("p", { class: "field-meaning", role: "status" });
    this.element = h("div", { class: "panel-body export-panel" },
      h("div", { class: "button-row" },
        this.#button("SVG", "A picture that scales", () => this.#svg()),
        this.#button("PNG", "A picture", () => this.#picture("png")), this.gif,
        h("label", { class: "inline" }, "in ", this.theme)),
      h("div", { class: "button-row" },
        this.#button("Text", "The text of the board", () => this.#text()),
        this.#button("JSON", "The board, the verdict and every broken rule", () => this.#json()),
        this.#button("Share link", "The whole board in a link; nothing leaves this machine", () => this.#share()),
        this.#button("Print", "The board alone", () => this.#print()),
        this.#button("Keep", "Keep it among your own boards, in this browser", () => this.#keep())),
      this.link, this.note);
  }

  /** @param {LookResult} look */
  setLook(look) {
    this.gif.hidden = look.steps === null;
  }

  /**
   * @param {string} name
   * @param {string} title
   * @param {() => Promise<void>|void} act
   */
  #button(name, title, act) {
    return h("button", {
      type: "button", class: "button small", title, onclick: async () => {
        fill(this.note);
        try {
          await act();
        } catch (problem) {
          notifyError(problem);
        }
      },
    }, name);
  }

  #request() {
    return { verb: "draw", text: this.host.text(), theme: this.theme.value, ...this.host.view() };
  }

  /** @param {string} ending */
  #fileName(ending) {
    const plain = this.host.name().replaceAll(/[^\w.-]+/g, "-").replaceAll(/^[-.]+|[-.]+$/g, "");
    return `${plain || "board"}.${ending}`;
  }

  async #svg() {
    const result = await askOne(this.api, { ...this.#request(), format: "svg" });
    saveBlob(new Blob([result["picture"]], { type: "image/svg+xml" }), this.#fileName("svg"));
  }

  /** @param {"png"|"gif"} form */
  async #picture(form) {
    fill(this.note, "Drawing…");
    const request = this.#request();
    if (form === "gif") {
      delete request.step;
    }
    saveBlob(await this.api.picture(request, form), this.#fileName(form));
    fill(this.note);
  }

  #text() {
    saveBlob(new Blob([this.host.text()], { type: "text/plain" }), this.#fileName("txt"));
  }

  #json() {
    const look = this.host.look();
    if (!look) {
      return;
    }
    const { svg: _picture, cells: _cells, palette: _palette, ...data } = look;
    const line = { type: "result", schema: 1, data };
    saveBlob(new Blob([`${JSON.stringify(line)}\n`], { type: "application/json" }), this.#fileName("json"));
  }

  async #share() {
    const link = await shareLink(this.host.text());
    this.link.value = link;
    this.link.hidden = false;
    this.link.select();
    try {
      await navigator.clipboard.writeText(link);
      fill(this.note, "The link is copied. It holds the whole board; nothing was sent anywhere.");
    } catch {
      fill(this.note, "Copy the link. It holds the whole board; nothing was sent anywhere.");
    }
    announce("share link made");
  }

  async #print() {
    const result = await askOne(this.api, { ...this.#request(), theme: "print", format: "svg" });
    const picture = parsePicture(String(result["picture"]));
    if (!picture) {
      return;
    }
    const sheet = h("div", { class: "print-sheet" }, picture);
    document.body.append(sheet);
    document.documentElement.classList.add("prints-board");
    addEventListener("afterprint", () => {
      sheet.remove();
      document.documentElement.classList.remove("prints-board");
    }, { once: true });
    window.print();
  }

  async #keep() {
    const name = this.host.name();
    await keepDraft(name);
    this.host.renamed(name);
    fill(this.note, `Kept as “${name}” among your boards.`);
  }
}
