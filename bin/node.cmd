@node "%~dp0run.mjs" node %*
