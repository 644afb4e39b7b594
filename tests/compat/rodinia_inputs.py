# SPDX-License-Identifier: Apache-2.0
"""Inputs for Rodinia in its programs' own formats. Every draw has a fixed seed."""
import math
import random
import struct


def lines(path, values):
    path.write_text("".join(f"{value}\n" for value in values))


def keys(data):
    """b+tree: the number of keys, the keys in any order; and the searches. The program reads on behind
    the commands until one says that it is the last."""
    values = list(range(100000))
    random.Random(1).shuffle(values)
    lines(data / "keys.txt", [len(values), *values])
    (data / "commands.txt").write_text("j 6000 3000\nk 10000\nq\n")


def graph(data, nodes=65536):
    """bfs: first edge and number of edges of each node; the source; the edges with weights."""
    rng = random.Random(2)
    degrees = [rng.randint(1, 6) for _ in range(nodes)]
    out, first = [nodes], 0
    for degree in degrees:
        out.append(f"{first} {degree}")
        first += degree
    out += [0, first]
    out += [f"{rng.randrange(nodes)} {rng.randint(1, 10)}" for _ in range(first)]
    lines(data / "graph.txt", out)


def mesh(data, wide=48, high=48):
    """cfd: a channel over a bump. For each cell its area and, for each side, the neighbour (from 1; 0 wall,
    -1 far field) and the normal that points outwards, as long as the side."""
    def corner(x, y):
        bump = 1.5 * math.sin(math.pi * (3 * x / wide - 1)) ** 2 if wide < 3 * x < 2 * wide else 0.0
        return x, y + bump * (1 - y / high)

    def neighbour(x, y):
        return 0 if y < 0 else y * wide + x + 1 if 0 <= x < wide and y < high else -1
    out = [wide * high]
    for y in range(high):
        for x in range(wide):
            corners = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)]
            sides = list(zip(corners, corners[1:] + corners[:1], ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))))
            out.append(f"{sum(p[0] * q[1] - q[0] * p[1] for p, q, _ in sides) / 2:.6f}")
            out += [f"{neighbour(*cell)} {q[1] - p[1]:.6f} {p[0] - q[0]:.6f} 0.0" for p, q, cell in sides]
    lines(data / "mesh.txt", out)


def picture(rows, columns, seed):
    """Rows of smooth shapes with noise, 0 to 255."""
    rng = random.Random(seed)
    return [[int(128 + 60 * math.sin(r / 9.0) * math.cos(c / 7.0) + rng.randint(-40, 40)) for c in range(columns)]
            for r in range(rows)]


def rgb(data, rows=136, columns=200):
    """dwt2d: three bytes a pixel."""
    planes = [picture(rows, columns, seed) for seed in (3, 4, 5)]
    (data / "dwt2d").mkdir()
    (data / "dwt2d" / "picture.rgb").write_bytes(bytes(p[r][c] for r in range(rows) for c in range(columns) for p in planes))


def pgm(data):
    """srad_v1: a picture of the size that it expects."""
    (data / "srad").mkdir()
    out = ["P2", "458 502", "255"] + [" ".join(map(str, row)) for row in picture(502, 458, 6)]
    lines(data / "srad" / "image.pgm", out)


def equations(data, size=128):
    """gaussian: a matrix whose diagonal is large, and a right side."""
    rng = random.Random(7)
    out = [size, ""]
    for r in range(size):
        row = [rng.uniform(-1, 1) + (size if r == c else 0) for c in range(size)]
        out.append("\t".join(f"{v:.6f}" for v in row))
    out += ["", "\t".join(f"{rng.uniform(-1, 1):.6f}" for _ in range(size))]
    lines(data / "equations.txt", out)


def avi(path, frames):
    """An uncompressed film of 8-bit pixels, a list of rows a frame."""
    height, width = len(frames[0]), len(frames[0][0])

    def chunk(name, body):
        return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)

    def group(name, *chunks):
        return chunk(b"LIST", name + b"".join(chunks))
    pixels, count = width * height, len(frames)
    header = chunk(b"avih", struct.pack("<14I", 40000, pixels * 25, 0, 0x10, count, 0, 1, pixels, width, height, 0, 0, 0, 0))
    stream = chunk(b"strh", b"vidsDIB " + struct.pack("<10I4H", 0, 0, 0, 1, 25, 0, count, pixels, 0, 0, 0, 0, width, height))
    format_ = chunk(b"strf", struct.pack("<IiiHHIIiiII", 40, width, height, 1, 8, 0, pixels, 0, 0, 0, 0))
    bodies, index, at = [], b"", 4
    for frame in frames:
        bodies.append(chunk(b"00db", b"".join(map(bytes, frame))))
        index += b"00db" + struct.pack("<III", 0x10, at, pixels)
        at += len(bodies[-1])
    everything = (b"AVI " + group(b"hdrl", header, group(b"strl", stream, format_)) + group(b"movi", *bodies)
                  + chunk(b"idx1", index))
    path.write_bytes(chunk(b"RIFF", everything))


def film(data, frames=6, width=656, height=608):
    """heartwall: the picture moves by a pixel a frame."""
    base = picture(height + frames, width + frames, 8)
    avi(data / "film.avi", [[base[r + f][f:f + width] for r in range(height)] for f in range(frames)])


def cells(data, frames=3, width=320, height=400):
    """leukocyte: bright round cells with dark rims, between the rows that the program looks at, that move by a pixel a
    frame. Frames of a film are stored upside down."""
    rng = random.Random(14)
    centres = [(x + rng.uniform(-5, 5), y + rng.uniform(-5, 5)) for y in range(150, 300, 48) for x in range(40, width - 40, 56)]
    noise = [[rng.randint(-3, 3) for _ in range(width)] for _ in range(height)]

    def frame(shift):
        rows = [[100 + noise[r][c] for c in range(width)] for r in range(height)]
        for x, y in centres:
            for r in range(int(y) - 16, int(y) + 17):
                for c in range(int(x) - 16, int(x) + 17):
                    distance = math.hypot(r - y, c - x - shift)
                    rows[r][c] += int(90 / (1 + math.exp(2 * (distance - 10))) - 40 * math.exp(-(distance - 12) ** 2 / 3))
        return rows[::-1]
    avi(data / "cells.avi", [frame(f) for f in range(frames)])


def points(data, features=34):
    """kmeans: a number, and the features of a point, a line."""
    rng = random.Random(12)
    centres = [[rng.uniform(0, 255) for _ in range(features)] for _ in range(9)]
    lines(data / "points.txt", (f"{i} " + " ".join(f"{rng.gauss(x, 60):.3f}" for x in rng.choice(centres)) for i in range(20000)))


def genome(data):
    """mummergpu: a reference and reads of it with some letters changed."""
    rng = random.Random(13)
    reference = "".join(rng.choice("ACGT") for _ in range(20000))
    lines(data / "reference.fa", [">reference"] + [reference[i:i + 70] for i in range(0, len(reference), 70)])
    out = []
    for read in range(500):
        start = rng.randrange(len(reference) - 60)
        letters = list(reference[start:start + 60])
        for _ in range(rng.randrange(4)):
            letters[rng.randrange(60)] = rng.choice("ACGT")
        out += [f">read{read}", "".join(letters)]
    lines(data / "reads.fa", out)


def heat(data, cells, low, high):
    rng = random.Random(9)
    lines(data / "temperature.txt", (f"{rng.uniform(low, high):.4f}" for _ in range(cells)))
    lines(data / "power.txt", (f"{rng.uniform(0, 0.01):.6f}" for _ in range(cells)))


def chip(data):
    """hotspot: a line a cell."""
    heat(data, 256 * 256, 320, 340)


def stack(data):
    """hotspot3D: a line a cell."""
    heat(data, 256 * 256 * 8, 320, 340)


def text(data, size=1 << 20):
    """huffman: bytes, some more frequent than others."""
    rng = random.Random(10)
    (data / "text").write_bytes(bytes(min(255, int(rng.expovariate(0.1))) for _ in range(size)))


# Resting values of a heart cell, rounded; the calmodulin models of its three compartments at rest.
CELL = [1.4e-3, 0.99, 0.99, 7e-6, 1.0, 0.025, 0.015, 4e-3, 0.99, 4e-3, 0.99, 8.6e-3, 5.4e-3, 0.89, 8.8e-7, 1e-7,
        3.5, 0.8, 8.8e-3, 0.117, 1e-2, 2.9e-4, 1.3e-3, 0.138, 2.1e-3, 7.3e-3, 9.8e-3, 0.11, 0.11, 1.24, 0.55,
        8.8, 8.8, 8.8, 135.0, 1.7e-4, 1.0e-4, 8.7e-5, -86.0, 0.995, 0, 0, 0, 0, 0, 0]


def cell(data):
    """myocyte: 91 values and 18 parameters, in the files that it names."""
    (data / "myocyte").mkdir()
    rest = ([300.0, 8.0, 0.1] + [0.1] * 12) * 3
    lines(data / "myocyte" / "y.txt", (CELL + rest)[:91])
    total = [418.0, 0.0, 120.0, 3.6, 96.5]
    lines(data / "myocyte" / "params.txt", total + [5.65, 24.2, 0.08, 0.3, 0.05] + [5.65, 24.2, 0.08, 0.3, 0.05]
          + [1000.0, 135.0, 1.0])


def storms(data):
    """nn: records of 48 characters in files that a list names; degrees at columns 28 and 33."""
    rng = random.Random(11)
    names = []
    for i in range(2):
        path = data / f"storms{i}.db"
        path.write_text("".join(
            f"{rng.randint(1950, 2004):4d} {rng.randint(1, 12):2d} {rng.randint(1, 28):2d} {rng.choice((0, 6, 12, 18)):2d} "
            f"{rng.randint(1, 28):2d} {'STORM':<9s} {rng.uniform(7, 70):5.1f} {rng.uniform(0, 358):5.1f} "
            f"{rng.randint(10, 164):4d} {rng.randint(0, 899):4d}\n" for _ in range(20000)))
        names.append(path.name)
    (data / "list.txt").write_text("\n".join(names))
