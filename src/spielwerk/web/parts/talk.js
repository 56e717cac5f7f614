/** What is said and offered at a table. */

import { nameAt } from "../status.js";
import { html, useState } from "../vendor/preact-htm.js";
import { roleName, t } from "../words.js";

/**
 * @typedef {(message: Record<string,
 *   unknown>) => Promise<any>} Ask gives nothing where the table refused
 */

/** @param {{picture: import("../connection.js").Picture, ask: Ask}} props */
export function Chat({ picture, ask }) {
  const [text, setText] = useState("");
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim()) ask({ type: "say", text }).then((done) => done && setText(""));
  };
  return html`<section class="chat">
    ${picture.chat.length
      ? html`<ol class="scroll" tabindex="0" aria-label=${t("table.chat")}>
          ${picture.chat.map(
            (said) => html`<li key=${said.number}>
              <b>${picture.seats[said.role]?.name ?? roleName(said.role)}</b> ${said.text}
            </li>`,
          )}
        </ol>`
      : html`<p class="muted small">${t("table.chat.none")}</p>`}
    ${picture.role && html`<form onSubmit=${send}>
      <input
        aria-label=${t("table.say")}
        placeholder=${t("table.say")}
        value=${text}
        maxlength="500"
        onInput=${(/** @type {any} */ event) => setText(event.target.value)}
      />
      <button class="button">${t("table.send")}</button>
    </form>`}
  </section>`;
}

/**
 * Offers that wait for an answer.
 * @param {object} props
 * @param {import("../connection.js").Picture} props.picture
 * @param {Ask} props.ask
 * @param {() => void} props.again agrees to a rematch
 */
export function Offers({ picture, ask, again }) {
  const { role, offers } = picture;
  const accept = (/** @type {string} */ offer) => () =>
    offer === "rematch" ? again() : ask({ type: "offer", offer });
  return html`${Object.entries(offers).map(
    ([offer, by]) => html`<div class="notice" role="status" key=${offer}>
      <p>
        ${role && by.includes(role)
          ? t("offer.sent")
          : t(`offer.${offer}`, { name: by.map((one) => nameAt(picture, one)).join(", ") })}
      </p>
      ${role && html`<p class="row">
        ${!by.includes(role) && html`<button
          type="button"
          class="button main little"
          onClick=${accept(offer)}
        >
          ${t("offer.accept")}
        </button>`}
        <button
          type="button"
          class="button little"
          onClick=${() => ask({ type: "decline", offer })}
        >
          ${t(by.includes(role) ? "offer.withdraw" : "offer.decline")}
        </button>
      </p>`}
    </div>`,
  )}`;
}
