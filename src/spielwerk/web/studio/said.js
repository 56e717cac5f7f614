/** What the language server says in Markdown, as much of it as it uses, as elements. */

/** @param {string} text */
export function said(text) {
  const box = document.createElement("div");
  box.className = "said";
  for (const [number, part] of text.split(/^```\w*\n([\s\S]*?)\n?```$/m).entries()) {
    if (number % 2) box.append(element("pre", [element("code", [part])]));
    else
      for (const paragraph of part.split(/\n{2,}/))
        if (paragraph.trim()) box.append(element("p", words(paragraph.trim())));
  }
  return box;
}

/** Words of a paragraph: **strong**, *stressed* and `code`. @param {string} text */
function words(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((word) => {
    if (/^\*\*.+\*\*$/.test(word)) return element("b", [word.slice(2, -2)]);
    if (/^\*[^*]+\*$/.test(word)) return element("em", [word.slice(1, -1)]);
    if (/^`.+`$/.test(word)) return element("code", [word.slice(1, -1)]);
    return word;
  });
}

/** @param {string} name @param {(string | Node)[]} inside */
function element(name, inside) {
  const made = document.createElement(name);
  made.append(...inside);
  return made;
}
