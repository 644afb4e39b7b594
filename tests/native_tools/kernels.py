# SPDX-License-Identifier: Apache-2.0
"""What the tests of this folder share: kernels.cu, compiled and run."""
import argparse
import os
import pathlib
import shutil
import subprocess

SOURCE = pathlib.Path(__file__).resolve().parent / 'kernels.cu'
# As the source has them; c++filt adds types and parameters.
NAMES = ['app::polynomial<float>', 'reversed', 'neighbours']
# Ways of running that make other functions.
SETTINGS = ['', 'HEDDLE_FIBER=1', 'HEDDLE_REFERENCE=1']
SKIPPED = 77


def parse_words(text):
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument('--heddle', required=True, type=pathlib.Path)
    parser.add_argument('--work', required=True, type=pathlib.Path)
    words = parser.parse_args()
    words.work.mkdir(parents=True, exist_ok=True)
    return words


def build(words, *options):
    program = words.work / 'kernels'
    subprocess.run([words.heddle, 'cc', *options, '-o', program, SOURCE], check=True)
    return program


def environment(words, setting=''):
    """With an empty cache, so that what lies there afterwards is of this run."""
    cache = words.work / 'cache'
    shutil.rmtree(cache, ignore_errors=True)
    variables = {**os.environ, 'HEDDLE_CACHE_DIR': str(cache)}
    if setting:
        name, value = setting.split('=')
        variables[name] = value
    return variables, cache


def run(words, program, setting=''):
    variables, cache = environment(words, setting)
    subprocess.run([program], check=True, env=variables)
    return cache


def marked_line(marker):
    for number, line in enumerate(SOURCE.read_text().splitlines(), 1):
        if line.endswith('// ' + marker):
            return number
    raise LookupError(marker)
