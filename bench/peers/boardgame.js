// The loop on boardgame.io: four players in turn add to what they have; everybody sees everything.
const {Server} = require('boardgame.io/dist/cjs/server.js')

const loop = {
    name: 'loop',
    setup: () => ({counts: [0, 0, 0, 0], last: []}),
    turn: {minMoves: 1, maxMoves: 1},
    moves: {
        add: ({G, ctx}, n) => {
            G.counts[Number(ctx.currentPlayer)] += n
            G.last = [...G.last, {seat: Number(ctx.currentPlayer), n}].slice(-20)
        }
    }
}
const server = Server({games: [loop], origins: [/./]})
server.run({port: 0, callback: () => {}}).then(({appServer}) => console.log(`listening on http://127.0.0.1:${appServer.address().port}`))
