/** A table that waits: the links that lead to its free seats, and people called by their names. */

import { person } from "../api.js";
import { invitationsTo, joinAddress } from "../invitations.js";
import { inviteTo, myFriends } from "../people.js";
import { freeSeats } from "../status.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { problemText, roleName, t } from "../words.js";
import { CopyButton } from "./copy.js";

/** @typedef {import("../connection.js").Picture} Picture */

/** For whoever has no link, one and several. */
const WHAT_TO_DO = ["table.waiting.others", "table.waiting.text", "table.waiting.links"];

/** @param {{match: string, picture: Picture}} props */
export function Inviting({ match, picture }) {
  const free = freeSeats(picture);
  const [links, setLinks] = useState(/** @type {Record<string, string>} */ ({}));
  useEffect(() => {
    // whoever did not found the table waits without links
    if (picture.role && free.length) invitationsTo(match, free).then(setLinks, () => {});
  }, [match, free.join()]);
  const shown = free.filter((role) => links[role]);
  return html`<div class="stack" data-inviting>
    <div class="notice">
      <p>${t(WHAT_TO_DO[Math.min(shown.length, 2)])}</p>
      ${shown.map(
        (role) => html`<${Link} key=${role} match=${match} role=${role} links=${links} />`,
      )}
    </div>
    ${shown.length > 0 && person() && html`<${ByName} match=${match} />`}
  </div>`;
}

/** @param {{match: string, role: string, links: Record<string, string>}} props */
function Link({ match, role, links }) {
  const address = joinAddress(match, links[role]);
  return html`<div class="row invitation">
    <b>${roleName(role)}</b>
    <input
      readonly
      aria-label=${t("invite.link", { role: roleName(role) })}
      value=${address}
      onFocus=${(/** @type {any} */ event) => event.target.select()}
    />
    <${CopyButton} kind="little main" label=${t("invite.copy")} text=${() => address} />
  </div>`;
}

/** @param {{match: string}} props */
function ByName({ match }) {
  const [name, setName] = useState("");
  const [friends, setFriends] = useState(/** @type {string[]} */ ([]));
  const [said, setSaid] = useState("");
  useEffect(() => void myFriends().then(setFriends, () => {}), []);
  const invite = (/** @type {string} */ whom) =>
    inviteTo(match, { name: whom }).then(
      () => (setSaid(t("invite.done", { name: whom })), setName("")),
      (problem) => setSaid(problemText(problem)),
    );
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (name.trim()) void invite(name.trim());
  };
  return html` <form class="row invitation" onSubmit=${submit}>
      <input
        aria-label=${t("invite.name")}
        placeholder=${t("invite.name")}
        maxlength="40"
        value=${name}
        list="friends"
        onInput=${(/** @type {any} */ event) => setName(event.target.value)}
      />
      <datalist id="friends">
        ${friends.map((one) => html`<option value=${one}></option>`)}
      </datalist>
      <button class="button little">${t("invite.send")}</button>
    </form>
    <p class="small" role="status">${said}</p>
  `;
}
