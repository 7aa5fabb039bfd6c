@node.exe "%~dp0run.mjs" chatd %*
