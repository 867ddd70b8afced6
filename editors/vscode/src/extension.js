// The extension: starts `senet lsp`, and carries out the commands that need a terminal.

const path = require('node:path');
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

/** @type {LanguageClient | undefined} */
let client;

function program() {
  return vscode.workspace.getConfiguration('senet').get('path', 'senet');
}

/** The file of an address, or the open one. */
function file(uri) {
  if (typeof uri === 'string') return vscode.Uri.parse(uri).fsPath;
  if (uri instanceof vscode.Uri) return uri.fsPath;
  const editor = vscode.window.activeTextEditor;
  return editor && editor.document.languageId === 'senet' ? editor.document.uri.fsPath : undefined;
}

/** Saves the text and runs a command of senet in a terminal of its own. */
async function terminal(title, args, uri) {
  const name = file(uri);
  if (!name) return vscode.window.showInformationMessage('Open a program that ends in .cep first.');
  await vscode.workspace.saveAll(false);
  const terminal = vscode.window.createTerminal({
    name: title,
    cwd: path.dirname(name),
    shellPath: program(),
    shellArgs: args(path.basename(name)),
  });
  terminal.show();
}

function task(definition, name) {
  const args = [definition.command, name ?? definition.file ?? '${file}'];
  const run = new vscode.ShellExecution(program(), args);
  const scope = vscode.TaskScope.Workspace;
  return new vscode.Task(definition, scope, definition.command, 'senet', run, '$senet');
}

async function start() {
  const server = { command: program(), args: ['lsp'] };
  client = new LanguageClient('senet', 'Senet', server, {
    documentSelector: [{ language: 'senet' }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.cep') },
  });
  try {
    await client.start();
  } catch (error) {
    const message = `Senet: \`${program()} lsp\` could not be started; set senet.path. (${error.message})`;
    vscode.window.showErrorMessage(message);
  }
}

exports.activate = async (context) => {
  const command = (name, action) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, action));
  command('senet.play', (uri, at) =>
    terminal('Play', (name) => ['play', name, ...(Number.isInteger(at) && at > 1 ? ['--start', `${at}`] : [])], uri));
  command('senet.runStage', async (uri, stage) => {
    const wanted = stage ?? (await vscode.window.showInputBox({ prompt: 'Which stage?' }));
    if (wanted) return terminal(`Run ${wanted}`, (name) => ['run', name, '--stage', wanted], uri);
  });
  command('senet.test', (uri) => terminal('Test', (name) => ['test', name], uri));
  command('senet.restart', async () => {
    await client?.stop();
    await start();
  });
  context.subscriptions.push(
    vscode.tasks.registerTaskProvider('senet', {
      provideTasks: () => ['check', 'test', 'play', 'explore', 'solve'].map((c) => task({ type: 'senet', command: c })),
      resolveTask: (known) => task(known.definition),
    }),
  );
  // `senet.statistics` is a command of the server; the client registers it, and the server tells the result.
  await start();
};

exports.deactivate = () => client?.stop();
