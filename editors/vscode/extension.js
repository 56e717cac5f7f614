/** Starts `spielwerk lsp` and lets VS Code talk to it: all that is known about rules is there. */

const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["gdl", "igold", "igold-notation", "rulebook"];

let client;

async function activate() {
  const command = workspace.getConfiguration("spielwerk").get("command");
  client = new LanguageClient(
    "spielwerk",
    "Spielwerk",
    { command, args: ["lsp"] },
    { documentSelector: LANGUAGES.map((language) => ({ scheme: "file", language })) },
  );
  try {
    await client.start();
  } catch (problem) {
    window.showErrorMessage(
      `Spielwerk cannot be started as '${command}': ${problem.message}. ` +
        "Install it, or set 'spielwerk.command' to the path of the command.",
    );
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
