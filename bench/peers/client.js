// Four players a table, one action at a time: client.js boardgame|colyseus PORT TABLES. Says `ready`, plays as
// long as standard input is open, and then prints actions and the times from seat to seat.
const [kind, port, tables] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])]
const times = []
let actions = 0, plays = true, count = 0

class Table {
    constructor() { this.seats = [] }
    sent() { this.at = process.hrtime.bigint(); this.seen = new Set([this.turn]) }
    // A seat has seen that it is `turn` who acts next.
    sees(seat, turn) {
        if (this.at === undefined || turn === this.turn) return
        if (!this.seen.has(seat)) times.push(Number(process.hrtime.bigint() - this.at) / 1e6)
        this.seen.add(seat)
        this.arrived = (this.arrived ?? new Set()).add(seat)
        if (this.arrived.size < 4) return
        actions++
        this.arrived = undefined
        this.turn = turn
        if (plays) this.act()
    }
    act() { this.sent(); this.seats[this.turn]() }
    begin() { this.turn = 0; this.act() }
}

async function boardgame() {
    const {io} = require('socket.io-client')
    const table = new Table()
    const matchID = `table${count++}` // the first one who looks at it makes it
    let stateID = 0
    for (let seat = 0; seat < 4; seat++) {
        const playerID = String(seat)
        const socket = io(`http://127.0.0.1:${port}/loop`, {transports: ['websocket'], forceNew: true})
        await new Promise(resolve => { socket.on('sync', resolve); socket.emit('sync', matchID, playerID, undefined, 4) })
        socket.on('update', (_match, state) => {
            stateID = Math.max(stateID, state._stateID)
            table.sees(seat, Number(state.ctx.currentPlayer))
        })
        table.seats.push(() => socket.emit('update', {type: 'MAKE_MOVE', payload: {type: 'add', args: [1], playerID}},
            stateID, matchID, playerID))
    }
    return table
}

async function colyseus() {
    const {Client} = require('colyseus.js')
    const table = new Table()
    let id
    for (let seat = 0; seat < 4; seat++) {
        const client = new Client(`ws://127.0.0.1:${port}`)
        const room = await (id ? client.joinById(id) : client.create('loop'))
        id = room.roomId
        await new Promise(resolve => room.onMessage('seat', resolve))
        room.onStateChange(state => table.sees(seat, state.turn))
        table.seats.push(() => room.send('add', 1))
    }
    return table
}

async function main() {
    const all = []
    for (let i = 0; i < tables; i++) all.push(await (kind === 'boardgame' ? boardgame() : colyseus()))
    console.log('ready')
    process.stdin.once('data', () => all.forEach(table => table.begin()))
    process.stdin.on('end', () => {
        plays = false
        times.sort((a, b) => a - b)
        const part = p => times[Math.min(times.length - 1, Math.floor(p * times.length))] ?? 0
        console.log(JSON.stringify({actions, p50: part(0.5), p99: part(0.99)}))
        process.exit(0)
    })
}
main()
