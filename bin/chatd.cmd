@node "%~dp0run.mjs" chatd %*
