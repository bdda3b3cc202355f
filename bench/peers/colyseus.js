// The loop on Colyseus: four players in turn add to what they have; everybody sees everything.
const http = require('http')
const {Server, Room} = require('@colyseus/core')
const {WebSocketTransport} = require('@colyseus/ws-transport')
const {Schema, ArraySchema, defineTypes} = require('@colyseus/schema')

class Added extends Schema {}
defineTypes(Added, {seat: 'number', n: 'number'})
class State extends Schema {
    constructor() {
        super()
        this.turn = 0
        this.counts = new ArraySchema(0, 0, 0, 0)
        this.last = new ArraySchema()
    }
}
defineTypes(State, {turn: 'number', counts: ['number'], last: [Added]})

class Loop extends Room {
    onCreate() {
        this.maxClients = 4
        this.setPatchRate(null) // each action is sent at once, as the others do
        this.state = new State()
        this.seats = []
        this.onMessage('add', (client, n) => {
            const seat = this.seats.indexOf(client.sessionId)
            if (seat !== this.state.turn) return
            this.state.counts[seat] += n
            this.state.last.push(new Added().assign({seat, n}))
            if (this.state.last.length > 20) this.state.last.shift()
            this.state.turn = (seat + 1) % 4
            this.broadcastPatch()
        })
    }
    onJoin(client) {
        this.seats.push(client.sessionId)
        client.send('seat', this.seats.length - 1)
    }
}
const listener = http.createServer()
const server = new Server({transport: new WebSocketTransport({server: listener}), greet: false})
server.define('loop', Loop)
server.listen(0).then(() => console.log(`listening on http://127.0.0.1:${listener.address().port}`))
