// Stands for node:http in the bundle of a checkout. An import would read all that it exports, its WebSocket too: loading
// that takes longer than a whole command.
module.exports = process.getBuiltinModule('node:http');
