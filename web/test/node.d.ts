// The little of Node that tests and the build use; its full types are not worth a dependency.
declare module 'node:fs' {
  export function readFileSync(path: URL | string, encoding: 'utf8'): string;
  export function readFileSync(path: URL | string): Uint8Array;
  export function mkdtempSync(prefix: string): string;
  export function rmSync(path: string, options: { recursive: boolean; force: boolean }): void;
  export function cpSync(from: string, to: string, options: { recursive: boolean }): void;
  export function statSync(path: string): { mtimeMs: number; isDirectory(): boolean };
  export function readdirSync(path: URL | string, options?: { recursive: boolean }): string[];
}
declare module 'node:zlib' {
  export function inflateSync(bytes: Uint8Array): Uint8Array;
  export function brotliCompressSync(bytes: Uint8Array): Uint8Array;
}
declare module 'node:net' {
  export type Socket = {
    readonly destroyed: boolean; pipe(to: Socket): void; destroy(): void; end(): void; write(bytes: string | Uint8Array): void;
    on(event: 'error' | 'close' | 'connect' | 'end', call: () => void): void; on(event: 'data', call: (bytes: Uint8Array) => void): void;
  };
  export type Server = { listen(port: number, host: string, call: () => void): void; address(): { port: number }; close(): void };
  export function createServer(call: (socket: Socket) => void): Server;
  export function connect(port: number, host: string): Socket;
}
declare module 'node:os' {
  export function tmpdir(): string;
}
declare module 'node:path' {
  export function join(...parts: string[]): string;
}
declare module 'node:child_process' {
  type Stream = { on(event: 'data', call: (bytes: Uint8Array) => void): void };
  export type ChildProcess = {
    stdin: { write(text: string | Uint8Array): void; end(): void };
    stdout: Stream; stderr: Stream; kill(signal: string): void;
    on(event: 'exit', call: (code: number) => void): void; on(event: 'error', call: (error: Error) => void): void; removeAllListeners(event: string): void;
  };
  export function spawn(command: string, args: string[], options?: { env: Record<string, string | undefined> }): ChildProcess;
  export function spawnSync(command: string, args: string[], options: { input: string; encoding: 'utf8'; maxBuffer: number }): { stdout: string; status: number; stderr: string };
}
declare const process: { env: Record<string, string | undefined>; argv: string[]; exit(code: number): never };
