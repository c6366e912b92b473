# SPDX-License-Identifier: MIT
"""A client of the language server, for tests: messages out and in, and an editor's idea of its documents."""
import json
import os
import select
import subprocess
import time


class Client:
    def __init__(self, program, *options, **how):
        self.process = subprocess.Popen([program, "lsp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, **how)
        self.number = 0
        self.seen = []  # what was notified
        self.bytes = b""

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = message if isinstance(message, bytes) else json.dumps(dict(message, jsonrpc="2.0")).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def read(self, seconds=60):
        """The next message; None at the end."""
        limit = time.monotonic() + seconds
        while True:
            head, found, rest = self.bytes.partition(b"\r\n\r\n")
            length = int(head.split(b":")[1]) if found else 0
            if found and len(rest) >= length:
                self.bytes = rest[length:]
                return json.loads(rest[:length])
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, limit - time.monotonic()))
            if not ready:
                raise TimeoutError("no message")
            more = os.read(self.process.stdout.fileno(), 1 << 20)
            if not more:
                return None
            self.bytes += more

    def notify(self, method, **params):
        self.send({"method": method, "params": params})

    def ask(self, method, **params):
        """The answer: a message with "result" or "error"."""
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.wait(lambda message: message.get("id") == self.number)

    def wait(self, wanted):
        while True:
            message = self.read()
            if message is None:
                raise EOFError("the server has ended")
            if wanted(message):
                return message
            self.seen.append(message)

    def start(self, **capabilities):
        answer = self.ask("initialize", processId=None, rootUri=None, capabilities=capabilities)
        self.notify("initialized")
        return answer["result"]["capabilities"]

    def open(self, uri, text, language="sgn", version=1):
        self.notify("textDocument/didOpen", textDocument={"uri": uri, "languageId": language, "version": version, "text": text})

    def change(self, uri, version, *changes):
        self.notify("textDocument/didChange", textDocument={"uri": uri, "version": version}, contentChanges=list(changes))

    def diagnostics(self, uri, version):
        message = self.wait(lambda message: message.get("method") == "textDocument/publishDiagnostics"
                            and message["params"]["uri"] == uri and message["params"].get("version") == version)
        return message["params"]["diagnostics"]

    def at(self, method, uri, line, character, **more):
        return self.ask("textDocument/" + method, textDocument={"uri": uri},
                        position={"line": line, "character": character}, **more)

    def stop(self):
        """The exit status after a proper end."""
        self.ask("shutdown")
        self.notify("exit")
        self.process.stdin.close()
        while self.read() is not None: # what it still had to say
            pass
        return self.process.wait(60)
