// Textures of wood, paper and brass, drawn once at the start and used as background tiles by the style
// sheets. No image files are loaded.

/** A pseudo-random generator with a fixed seed. */
function drawer(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

type Pen = CanvasRenderingContext2D;

function grain(
  pen: Pen,
  random: () => number,
  box: [number, number, number, number],
  base: string,
  dark: string,
  light: string,
  count: number,
): void {
  const [left, top, width, height] = box;
  pen.save();
  pen.beginPath();
  pen.rect(left, top, width, height);
  pen.clip();
  pen.fillStyle = base;
  pen.fillRect(left, top, width, height);
  for (let i = 0; i < count; i++) {
    pen.strokeStyle = random() < 0.7 ? dark : light;
    pen.globalAlpha = 0.08 + random() * 0.2;
    pen.lineWidth = 0.6 + random() * 2;
    pen.beginPath();
    let y = top + random() * height;
    for (let part = 0; part <= 12; part++) {
      // Lines end at the height at which they began, so that the tiles have no seam.
      y += part < 10 ? (random() - 0.5) * 3 : 0;
      pen.lineTo(left + (part / 12) * width, y);
    }
    pen.stroke();
  }
  pen.restore();
}

function drawPlanks(pen: Pen, random: () => number, size: number, rows: number): void {
  const colours = ['#4b2e1b', '#523220', '#452917', '#4e301c'];
  const gap = '#150c07';
  const height = size / rows;
  for (let row = 0; row < rows; row++) {
    const top = row * height;
    grain(
      pen,
      random,
      [0, top, size, height],
      colours[row % colours.length] as string,
      '#2c190d',
      '#a87445',
      46,
    );
    pen.fillStyle = gap;
    pen.fillRect(0, top - 1, size, 3);
    pen.fillStyle = 'rgba(255,210,150,.10)';
    pen.fillRect(0, top + 2, size, 1.5);
    const joint = 30 + random() * (size - 60);
    pen.fillStyle = gap;
    pen.fillRect(joint, top, 2.5, height);
    for (const x of [-13, 14]) {
      for (const y of [0.22, 0.78]) {
        pen.beginPath();
        pen.arc(joint + x, top + height * y, 2.2, 0, 7);
        pen.fill();
      }
    }
  }
}

function drawPaper(pen: Pen, random: () => number, size: number): void {
  pen.fillStyle = '#f4ead2';
  pen.fillRect(0, 0, size, size);
  for (let i = 0; i < 2600; i++) {
    pen.fillStyle = random() < 0.5 ? 'rgba(130,90,40,.045)' : 'rgba(255,255,255,.16)';
    pen.fillRect(random() * size, random() * size, 1 + random() * 3, 1);
  }
}

function drawBrass(pen: Pen, random: () => number, width: number, height: number): void {
  pen.fillStyle = '#d9a441';
  pen.fillRect(0, 0, width, height);
  for (let i = 0; i < 90; i++) {
    pen.fillStyle = random() < 0.5 ? 'rgba(255,240,190,.10)' : 'rgba(110,70,10,.08)';
    pen.fillRect(0, random() * height, width, 1);
  }
}

function drawFelt(pen: Pen, random: () => number, size: number): void {
  pen.fillStyle = '#46602c';
  pen.fillRect(0, 0, size, size);
  for (let i = 0; i < 5200; i++) {
    pen.fillStyle = random() < 0.5 ? 'rgba(20,34,8,.13)' : 'rgba(190,210,120,.07)';
    pen.fillRect(random() * size, random() * size, 1 + random() * 2, 1 + random() * 2);
  }
}

/** Sets a CSS variable to a drawing. */
function setTile(name: string, width: number, height: number, draw: (pen: Pen) => void): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve();
  draw(pen);
  return new Promise((resolve) => {
    canvas.toBlob((blob) => {
      if (blob) document.documentElement.style.setProperty(name, `url(${URL.createObjectURL(blob)})`);
      resolve();
    });
  });
}

export async function drawTiles(): Promise<void> {
  const random = drawer(3);
  await Promise.all([
    setTile('--planks', 840, 840, (pen) => drawPlanks(pen, random, 840, 6)),
    setTile('--plank', 600, 120, (pen) =>
      grain(pen, random, [0, 0, 600, 120], '#6d4526', '#2f1a0d', '#a06c3e', 70),
    ),
    setTile('--sheet', 256, 256, (pen) => drawPaper(pen, random, 256)),
    setTile('--metal', 128, 64, (pen) => drawBrass(pen, random, 128, 64)),
    setTile('--felt', 256, 256, (pen) => drawFelt(pen, random, 256)),
  ]);
}
