@node.exe "%~dp0run.mjs" node %*
