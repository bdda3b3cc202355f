#!/usr/bin/env python3
"""Makes the table of odds and the plot of shapes from what bench_barrels counted.

barrels.py odds COUNTS.csv > src/games/polterfass/odds.c
barrels.py plot SHAPES.csv > docs/barrels.svg

script/odds runs all of it.
"""
import csv
import math
import sys

WHOLE = 1 << 24
CHOSEN = 0.975  # height/diameter of throw_barrel
AIM = (0.27, 0.30)


def weights(counts):
    """Shares of WHOLE, by largest remainder; what was never seen gets half a throw."""
    exact = [(count + 0.5) * WHOLE / (sum(counts) + 0.5 * len(counts)) for count in counts]
    whole = [int(number) for number in exact]
    by_rest = sorted(range(len(exact)), key=lambda i: whole[i] - exact[i])
    for i in by_rest[:WHOLE - sum(whole)]:
        whole[i] += 1
    return whole


def confidence(barrels, counts):
    throws = sum(counts)
    mean = sum(j * n for j, n in enumerate(counts)) / throws
    spread = math.sqrt(sum((j - mean) ** 2 * n for j, n in enumerate(counts)) / (throws - 1))
    worst = max(1.96 * math.sqrt(n * (throws - n) / throws ** 3) for n in counts)
    return mean / barrels, 1.96 * spread / math.sqrt(throws) / barrels, worst


def print_odds(rows):
    print("""/* odds.c: the odds of the barrels: how many of k thrown ones stand.
 *
 * Made by script/odds from simulated throws; do not edit. Barrels hinder and
 * help each other, so each row is a joint distribution, not k coins. What was
 * never seen counts as half a throw.
 *
 *   k  throws  share standing, 95 %   a single entry, 95 %, at worst""")
    for row in rows:
        k, counts = int(row["barrels"]), [int(row[f"stand{j}"]) for j in range(int(row["barrels"]) + 1)]
        share, half, worst = confidence(k, counts)
        print(f" *   {k}   {sum(counts):5}  {share:.4f} +- {half:.4f}       +- {worst:.4f}")
    print(""" */
#include "polterfass.h"

const uint32_t pf_odds[PF_BARRELS + 1][PF_BARRELS + 1] = {
    {16777216},""")
    for row in rows:
        counts = [int(row[f"stand{j}"]) for j in range(int(row["barrels"]) + 1)]
        print("    {" + ", ".join(map(str, weights(counts))) + "},")
    print("};")


def print_plot(rows):
    points = [tuple(float(row[key]) for key in ("height_by_diameter", "share", "half_interval")) for row in rows]
    left, top, width, height = 60, 20, 560, 300
    x_min, x_max, y_min, y_max = 0.65, 1.35, 0.15, 0.40

    def x(value):
        return left + width * (value - x_min) / (x_max - x_min)

    def y(value):
        return top + height * (y_max - value) / (y_max - y_min)

    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 380" font-family="sans-serif" font-size="13">',
           '<rect width="660" height="380" fill="#fff"/>',
           f'<rect x="{left}" y="{y(AIM[1]):.1f}" width="{width}" height="{y(AIM[0]) - y(AIM[1]):.1f}" fill="#e8f0d8"/>']
    for tick in range(15, 41, 5):
        out.append(f'<line x1="{left}" x2="{left + width}" y1="{y(tick / 100):.1f}" y2="{y(tick / 100):.1f}" '
                   f'stroke="#ccc"/><text x="{left - 8}" y="{y(tick / 100) + 4:.1f}" text-anchor="end">.{tick}</text>')
    for tick in range(70, 131, 10):
        out.append(f'<text x="{x(tick / 100):.1f}" y="{top + height + 18}" text-anchor="middle">{tick / 100:.1f}</text>')
    for at, share, half in points:
        out.append(f'<line x1="{x(at):.1f}" x2="{x(at):.1f}" y1="{y(share - half):.1f}" y2="{y(share + half):.1f}" '
                   f'stroke="#7a4a1e" stroke-width="1.5"/><circle cx="{x(at):.1f}" cy="{y(share):.1f}" r="4" fill="#7a4a1e"/>')
    out.append(f'<line x1="{x(CHOSEN):.1f}" x2="{x(CHOSEN):.1f}" y1="{top}" y2="{top + height}" stroke="#2a6" '
               f'stroke-dasharray="5 4"/><text x="{x(CHOSEN) + 6:.1f}" y="{top + 14}" fill="#174">chosen: {CHOSEN}</text>')
    out.append(f'<text x="{left + width / 2}" y="{top + height + 42}" text-anchor="middle">height / diameter '
               '(bars: 95 %; green: the aim)</text>')
    out.append(f'<text transform="translate(16 {top + height / 2}) rotate(-90)" text-anchor="middle">'
               'share of nine barrels that stand</text></svg>')
    print("\n".join(out))


def main():
    makers = {"odds": print_odds, "plot": print_plot}
    if len(sys.argv) != 3 or sys.argv[1] not in makers:
        sys.exit(__doc__)
    with open(sys.argv[2], newline="") as file:
        makers[sys.argv[1]](list(csv.DictReader(file)))


main()
