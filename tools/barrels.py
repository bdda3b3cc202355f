#!/usr/bin/env python3
"""Generates the table of odds and the plot of shapes from the counts of bench_barrels.

    barrels.py odds COUNTS.csv > src/games/polterfass/odds.c
    barrels.py plot SHAPES.csv > docs/barrels.svg

script/odds runs both steps.
"""
import csv
import math
import sys

WHOLE = 1 << 24
CHOSEN, CHOSEN_DAMPING = 0.975, 0.9  # height/diameter and damping of throw_barrel
AIM = (0.27, 0.30)


def weights(counts):
    """Integer weights that add up to WHOLE, by largest remainder. Half a throw is added to every count, so that no
    outcome has weight 0."""
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
 * help each other, so each row is a joint distribution, not k coins. Every
 * count is taken half a throw higher than it was: so what was never seen can
 * still happen.
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


LEFT, TOP, WIDTH, HEIGHT = 60, 20, 560, 300
X_MIN, X_MAX, Y_MIN, Y_MAX = 0.65, 1.35, 0.15, 0.40


def x(value):
    return f"{LEFT + WIDTH * (value - X_MIN) / (X_MAX - X_MIN):.1f}"


def y(value):
    return f"{TOP + HEIGHT * (Y_MAX - value) / (Y_MAX - Y_MIN):.1f}"


def text(at_x, at_y, words, more=""):
    return f'<text x="{at_x}" y="{at_y}" {more}>{words}</text>'


def line(x1, y1, x2, y2, more):
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {more}/>'


def frame():
    """Target range, axes and labels."""
    yield (f'<rect x="{LEFT}" y="{y(AIM[1])}" width="{WIDTH}" height="{float(y(AIM[0])) - float(y(AIM[1])):.1f}" '
           'fill="#e2edcf"/>')
    for tick in range(15, 41, 5):
        yield line(LEFT, y(tick / 100), LEFT + WIDTH, y(tick / 100), 'stroke="#ccc"')
        yield text(LEFT - 8, float(y(tick / 100)) + 4, f".{tick}", 'text-anchor="end"')
    for tick in range(70, 131, 10):
        yield line(x(tick / 100), TOP + HEIGHT, x(tick / 100), TOP + HEIGHT + 5, 'stroke="#888"')
        yield text(x(tick / 100), TOP + HEIGHT + 20, tick / 100, 'text-anchor="middle"')
    yield line(x(CHOSEN), TOP, x(CHOSEN), TOP + HEIGHT, 'stroke="#2a6" stroke-dasharray="5 4"')
    yield text(float(x(CHOSEN)) + 6, TOP + HEIGHT - 8, f"chosen: {CHOSEN}", 'fill="#174"')
    yield text(LEFT + WIDTH / 2, TOP + HEIGHT + 44, "height / diameter (bars: 95 %; green: the aim)",
               'text-anchor="middle"')
    yield (f'<text transform="translate(16 {TOP + HEIGHT / 2}) rotate(-90)" text-anchor="middle">'
           'share of nine barrels that stand</text>')


def series(points, color, width):
    corners = " ".join(f"{x(at)},{y(share)}" for at, share, _ in points)
    yield f'<polyline points="{corners}" fill="none" stroke="{color}" stroke-width="{width}"/>'
    for at, share, half in points:
        yield line(x(at), y(share - half), x(at), y(share + half), f'stroke="{color}" stroke-width="1.5"')
        yield f'<circle cx="{x(at)}" cy="{y(share)}" r="{2 + width}" fill="{color}"/>'


def legend(index, color, words):
    at = TOP + 20 + 20 * index
    yield f'<rect x="{LEFT + WIDTH - 170}" y="{at - 16}" width="170" height="22" fill="#fff"/>'
    yield line(LEFT + WIDTH - 160, at - 4, LEFT + WIDTH - 136, at - 4, f'stroke="{color}" stroke-width="3"')
    yield text(LEFT + WIDTH - 128, at, words)


def print_plot(rows):
    colors = ["#3b74b8", "#7a4a1e", "#b0455f", "#777"]
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 380" font-family="sans-serif" font-size="13">',
           '<rect width="660" height="380" fill="#fff"/>', *frame()]
    for index, damping in enumerate(sorted({float(row["damping"]) for row in rows})):
        points = [tuple(float(row[key]) for key in ("height_by_diameter", "share", "half_interval"))
                  for row in rows if float(row["damping"]) == damping]
        is_chosen = damping == CHOSEN_DAMPING
        beside = [(at + 0.006 * (index - 1), share, half) for at, share, half in points]
        out += series(beside, colors[index], 2 if is_chosen else 1)  # shifted, or the error bars would overlap
        out += legend(index, colors[index], f"damping {damping}" + (", ours" if is_chosen else ""))
    print("\n".join([*out, "</svg>"]))


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__, end="")
        sys.exit()
    makers = {"odds": print_odds, "plot": print_plot}
    if len(sys.argv) != 3 or sys.argv[1] not in makers:
        sys.exit(__doc__)
    with open(sys.argv[2], newline="") as file:
        makers[sys.argv[1]](list(csv.DictReader(file)))


main()
