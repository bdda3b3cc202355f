// Renders the rules of a game, which are Markdown: headings, paragraphs, lists and tables.
export type Block = { kind: 'h2' | 'h3' | 'p' | 'ul' | 'ol' | 'table'; lines: string[] };

/** Parses the subset of Markdown that the rules use. */
export function readBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  for (const part of text.split(/\n{2,}/).map((one) => one.trim()).filter(Boolean)) {
    const lines = part.split('\n');
    if (part.startsWith('### ')) blocks.push({ kind: 'h3', lines: [part.slice(4)] });
    else if (part.startsWith('## ')) blocks.push({ kind: 'h2', lines: [part.slice(3)] });
    else if (part.startsWith('# ')) blocks.push({ kind: 'h2', lines: [part.slice(2)] });
    else if (lines[0]?.startsWith('|'))
      blocks.push({ kind: 'table', lines: lines.filter((line) => !/^\|[-| :]+\|$/.test(line)) });
    else if (/^[-*] /.test(part))
      blocks.push({
        kind: 'ul',
        lines: part.split(/\n(?=[-*] )/).map((line) => line.slice(2).replace(/\n\s*/g, ' ')),
      });
    else if (/^\d+\. /.test(part))
      blocks.push({
        kind: 'ol',
        lines: part
          .split(/\n(?=\d+\. )/)
          .map((line) => line.replace(/^\d+\. /, '').replace(/\n\s*(?![-\s])/g, ' ')),
      });
    else blocks.push({ kind: 'p', lines: [lines.join(' ')] });
  }
  return blocks;
}

/** Inline text with **bold** and *emphasis*. */
function Words(props: { text: string }) {
  const parts = props.text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|_[^_]+_)/);
  return (
    <>
      {parts.map((part, i) => {
        if (part.startsWith('**')) return <strong key={i}>{part.slice(2, -2)}</strong>;
        if (/^[*_].+[*_]$/.test(part)) return <em key={i}>{part.slice(1, -1)}</em>;
        return part;
      })}
    </>
  );
}

/** Splits an item of a numbered list into its own text and the items of the list nested in it. */
export function itemParts(text: string): string[] {
  return text.split(/\n\s*- /);
}

function Item(props: { text: string }) {
  const [first = '', ...below] = itemParts(props.text);
  return (
    <>
      <Words text={first} />
      {below.length > 0 && <ul>{below.map((line, i) => <li key={i}><Words text={line} /></li>)}</ul>}
    </>
  );
}

function ShownBlock(props: { block: Block }) {
  const { kind, lines } = props.block;
  const items = lines.map((line, i) => <li key={i}><Item text={line} /></li>);
  if (kind === 'h2') return <h2><Words text={lines[0] ?? ''} /></h2>;
  if (kind === 'h3') return <h3><Words text={lines[0] ?? ''} /></h3>;
  if (kind === 'ul') return <ul>{items}</ul>;
  if (kind === 'ol') return <ol>{items}</ol>;
  if (kind === 'table') {
    const rows = lines.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    return (
      <table>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) =>
                i ? (
                  <td key={j}>
                    <Words text={cell} />
                  </td>
                ) : (
                  <th key={j}>
                    <Words text={cell} />
                  </th>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  return <p><Words text={lines[0] ?? ''} /></p>;
}

export function Markdown(props: { text: string }) {
  return <>{readBlocks(props.text).map((block, i) => <ShownBlock key={i} block={block} />)}</>;
}
