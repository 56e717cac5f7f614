/** One's friends: people with accounts whom one likes to play with. */

import { addFriend, myFriends, ratingsOf, removeFriend } from "../people.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { gameTitle, problemText, t } from "../words.js";

export function Friends() {
  const [names, setNames] = useState(/** @type {string[]} */ ([]));
  const [name, setName] = useState("");
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const look = () => myFriends().then(setNames, setProblem);
  useEffect(() => void look(), []);
  const add = (/** @type {Event} */ event) => {
    event.preventDefault();
    setProblem(null);
    addFriend(name.trim()).then(() => (setName(""), look()), setProblem);
  };
  return html`<section class="panel stack" aria-label=${t("friends.title")} data-friends>
    <h2>${t("friends.title")}</h2>
    ${names.length > 0
      ? html`<ul class="lines slim">
          ${names.map(
            (one) => html`<${Friend}
              key=${one}
              name=${one}
              drop=${() => removeFriend(one).then(look, setProblem)}
            />`,
          )}
        </ul>`
      : html`<p class="muted small">${t("friends.none")}</p>`}
    ${problem && html`<p class="notice warn" role="alert">${problemText(problem)}</p>`}
    <form class="row" onSubmit=${add}>
      <input
        aria-label=${t("friends.name")}
        placeholder=${t("friends.name")}
        required
        maxlength="40"
        value=${name}
        onInput=${(/** @type {any} */ event) => setName(event.target.value)}
      />
      <button class="button little">${t("friends.add")}</button>
    </form>
  </section>`;
}

/** @param {{name: string, drop: () => void}} props */
function Friend({ name, drop }) {
  const [best, setBest] = useState(
    /** @type {import("../people.js").RatingLine | undefined} */ (undefined),
  );
  useEffect(
    () =>
      void ratingsOf(name).then(
        ([first]) => setBest(first),
        () => {},
      ),
    [name],
  );
  return html`<li>
    <span>
      <b>${name}</b>${" "}
      ${best && html`<span class="muted small">
        ${gameTitle({ name: best.game, title: "" })} ${best.rating}
      </span>`}
    </span>
    <button type="button" class="button quiet little" onClick=${drop}>${t("friends.drop")}</button>
  </li>`;
}
