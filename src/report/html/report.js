// Draws what the data says and computes no metric.
const data = JSON.parse(document.getElementById('data').textContent);
const comparisons = JSON.parse(document.getElementById('comparisons').textContent);
const number = d3.format(',.4~g');
const whole = d3.format(',');
const text = v => v === undefined ? '' : Number.isInteger(v) ? whole(v) : number(v);
const place = p => p ? `${p.file.split('/').pop()}:${p.line}` : '';
let gpu = data.gpus.length ? data.gpus[0].id : undefined;
let chosen = 0;
let order = {by: 0, up: true};
let baseline;  // one of the comparisons; undefined: none is shown
let changed = new Map();  // by profile: what the baseline says of its kernel

const indexOf = new Map(data.profiles.map((p, k) => [p, k]));
const change = (changes, name) => (changes && changes[name]) || undefined;
const changesOf = (profile, name) => {
  const kernel = changed.get(indexOf.get(profile));
  return kernel && change(kernel.gpus[gpu], name);
};
const signed = c => c.ratio === null ? 'new' : c.after === 0 ? 'gone' : d3.format('+,.1%')(c.ratio);
const verdictOf = c => c.verdict === 'neither' ? '' : c.verdict;
// Colour never says alone what the sign and the word do not.
const showChange = (selection, c) => selection.append('span').attr('class', `change ${c.verdict}`)
  .attr('title', `${text(c.before)} → ${text(c.after)}`).text(' ' + signed(c));
const verdicts = index => {
  const kernel = changed.get(index);
  if (!kernel) return 'as before';
  if (!kernel.before) return 'new';
  const all = Object.values(kernel.gpus[gpu] || {}).map(c => c.verdict);
  const count = verdict => all.filter(v => v === verdict).length;
  const words = ['worse', 'better'].filter(count).map(v => `${count(v)} ${v}`).join(', ');
  return words || (all.length ? `${all.length} changed` : kernel.lines.length ? 'lines changed' : 'as before');
};

const metricOf = (profile, name) => (profile.gpus[gpu] && profile.gpus[gpu].metrics[name]) || {};
const kTime = 'gpu__time_duration.sum';
// With --predict; of which GPU does not matter.
const timed = data.profiles.some(p => Object.values(p.gpus).some(g => (g.metrics[kTime] || {}).value !== undefined));
const band = (us, low, high) => `${number(us)} us, estimated within ${number(low)} to ${number(high)}`;
const bandOf = p => ['heddle__time_duration_low', 'heddle__time_duration_high'].map(name => metricOf(p, name).value);
const allColumns = [
  ['Launch', p => p.first_launch, true],
  ['Same', p => p.launches, true],
  ['Kernel', p => p.kernel, false],
  ['Grid', p => p.grid.join(' × '), false],
  ['Block', p => p.block.join(' × '), false],
  ...[['Instructions', 'smsp__inst_executed.sum'],
    ['Excess sectors', 'derived__memory_l2_theoretical_sectors_global_excessive'],
    ['Occupancy %', 'sm__maximum_warps_per_active_cycle_pct']].map(([label, name]) =>
    [label, p => metricOf(p, name).value, true, name]),
  ...timed ? [['Time us', p => metricOf(p, kTime).value, true, kTime],
    ['Longest part', p => metricOf(p, 'heddle__time_longest_part').text, false]] : [],
  ['Advice', p => p.gpus[gpu] ? p.gpus[gpu].advice.length : undefined, true]];
const baselineColumn = ['Baseline', p => verdicts(indexOf.get(p)), false];
let columns = allColumns;

function sentences(id, list) {
  d3.select(id).selectAll('p').data(list).join('p').text(d => d);
}

function showLaunches() {
  const wanted = document.getElementById('filter').value.toLowerCase();
  const rows = data.profiles.map((profile, index) => ({profile, index}))
    .filter(r => r.profile.kernel.toLowerCase().includes(wanted));
  const of = columns[order.by][1];
  rows.sort((a, b) => (order.up ? d3.ascending : d3.descending)(of(a.profile), of(b.profile)));
  document.getElementById('count').textContent = `${rows.length} of ${data.profiles.length} rows, ${whole(data.launches)} launches`;
  d3.select('#launches thead').html('').append('tr').selectAll('th').data(columns).join('th')
    .attr('class', c => c[2] ? 'number' : null)
    .attr('aria-sort', (c, k) => k !== order.by ? null : order.up ? 'ascending' : 'descending')
    .append('button').text((c, k) => c[0] + (k !== order.by ? '' : order.up ? ' ▲' : ' ▼'))
    .on('click', (c, k) => { order = {by: k, up: order.by === k ? !order.up : true}; showLaunches(); });
  const row = d3.select('#launches tbody').html('').selectAll('tr').data(rows).join('tr')
    .attr('tabindex', 0).classed('chosen', r => r.index === chosen)
    .on('click', r => choose(r.index))
    .on('keydown', r => { if (d3.event.key === 'Enter') choose(r.index); });
  row.selectAll('td').data(r => columns.map(c => [c[1](r.profile), c[2], c[3] && changesOf(r.profile, c[3])])).join('td')
    .attr('class', v => v[1] ? 'number' : null).text(v => v[1] ? text(v[0]) : v[0])
    .filter(v => v[2]).each(function(v) { showChange(d3.select(this), v[2]); });
}

// What --predict is asked for: how long the program's kernels take, and the chosen one.
function showTimes() {
  if (!timed) return;
  const known = data.profiles.filter(p => metricOf(p, kTime).value !== undefined);
  const sum = of => d3.sum(known, p => p.launches * of(p));
  const rest = data.profiles.length - known.length;
  sentences('#times', [known.length
    ? `All kernels one after the other: ${band(sum(p => metricOf(p, kTime).value), sum(p => bandOf(p)[0]), sum(p => bandOf(p)[1]))}` +
      `${rest ? `, without ${rest} rows whose time is not known` : ''}.`
    : 'The time of no kernel is known on this GPU.']);
}

function showTime(profile) {
  if (!timed) return;
  const time = metricOf(profile, kTime);
  sentences('#time', [time.value !== undefined
    ? `Time: ${band(time.value, ...bandOf(profile))}. Longest part: ${metricOf(profile, 'heddle__time_longest_part').text}.`
    : `Time: not known: ${time.absent}.`]);
}

function chooseBaseline(index) {
  baseline = comparisons[index];
  changed = new Map(baseline ? baseline.kernels.filter(k => k.profile !== null).map(k => [k.profile, k]) : []);
  columns = baseline ? [...allColumns, baselineColumn] : allColumns;
  order = {by: 0, up: true};
  const gone = baseline ? baseline.kernels.filter(k => k.profile === null) : [];
  sentences('#baseline-remarks', baseline ? [
    `Compared with ${baseline.before} (${baseline.command.join(' ')}): changes of ${number(100 * baseline.threshold)} % and more; ` +
      `on all GPUs ${whole(baseline.worse)} numbers are worse, ${whole(baseline.better)} better.`, ...baseline.remarks,
    ...gone.map(k => `Gone: ${k.kernel}, launch ${k.before.first_launch} of ${baseline.before}.`)] : []);
  showLaunches();
  showKernel();
}

// Each number that changed: as it was, as it is, and a bar to the right where it grew, to the left where it shrank.
function showChanges(profile) {
  const kernel = changed.get(indexOf.get(profile));
  document.getElementById('changes-title').hidden = !baseline;
  const box = d3.select('#changes').html('');
  if (!baseline) return;
  if (kernel && !kernel.before) {
    box.append('p').text(`${baseline.before} has no launch of this kernel.`);
    return;
  }
  const changes = kernel && kernel.gpus[gpu] || {};
  const rows = data.metrics.filter(m => changes[m.name]).map(m => ({m, c: changes[m.name]}));
  if (kernel) {
    const shape = l => `grid ${l.grid.join(' × ')}, block ${l.block.join(' × ')}, launch ${l.first_launch}`;
    box.append('p').text(`Before: ${shape(kernel.before)}; now: ${shape(kernel.after)}.`);
  }
  if (!rows.length) {
    box.append('p').text('No number of this kernel changed.');
    return;
  }
  const table = box.append('table');
  table.append('thead').append('tr').selectAll('th').data(['Metric', 'Unit', 'Before', 'Now', 'Change', '', '']).join('th')
    .attr('class', (d, k) => k > 1 && k < 5 ? 'number' : null).text(d => d);
  const row = table.append('tbody').selectAll('tr').data(rows).join('tr');
  row.append('td').attr('title', r => `${r.m.name}: ${r.m.sentence}`).text(r => r.m.label);
  row.append('td').text(r => r.m.unit);
  row.append('td').attr('class', 'number').text(r => text(r.c.before));
  row.append('td').attr('class', 'number').text(r => text(r.c.after));
  row.append('td').attr('class', r => `number change ${r.c.verdict}`).text(r => signed(r.c));
  row.append('td').attr('class', r => `change ${r.c.verdict}`).text(r => verdictOf(r.c));
  const bar = row.append('td').append('svg').attr('width', 120).attr('height', 12).attr('role', 'img').attr('aria-label', r => signed(r.c));
  bar.append('line').attr('class', 'frame').attr('x1', 60).attr('x2', 60).attr('y1', 0).attr('y2', 12);
  const length = c => 60 * Math.min(1, Math.abs(c.ratio === null ? 1 : c.ratio));
  bar.append('rect').attr('class', r => `bar ${r.c.verdict}`).attr('y', 2).attr('height', 8)
    .attr('x', r => r.c.after < r.c.before ? 60 - length(r.c) : 60).attr('width', r => length(r.c));
}

function choose(index) {
  chosen = index;
  d3.selectAll('#launches tbody tr').classed('chosen', r => r.index === chosen);
  showKernel();
}

const lineId = (file, line) => `line-${Object.keys(data.sources).indexOf(file)}-${line}`;

function showAdvice(profile) {
  const advice = profile.gpus[gpu].advice;
  const item = d3.select('#advice').html('').selectAll('li').data(advice).join('li');
  item.append('strong').text(a => a.what + ' ');
  item.each(function(a) {
    for (const p of a.places) {
      const shown = d3.select(this).append(p.file in data.sources ? 'a' : 'span').text(`${place(p)} (${p.function}) `);
      if (!(p.file in data.sources)) continue;
      shown.attr('href', '#' + lineId(p.file, p.line)).on('click', () => {
        d3.selectAll('.source tr').classed('target', false);
        const row = document.getElementById(lineId(p.file, p.line));
        row.classList.add('target');
        row.closest('details').open = true;
        row.scrollIntoView({block: 'center'});
        d3.event.preventDefault();
      });
    }
  });
  item.append('div').text(a => a.reason);
  item.append('div').text(a => a.change);
  item.filter(a => a.gain).append('div').attr('class', 'soft')
    .text(a => `Up to ${number(100 * a.gain.estimate)} % of ${a.gain.of} (estimate): ${a.gain.how}.`);
  if (!advice.length) d3.select('#advice').append('p').text('No rule has anything to say.');
}

function showMetrics(profile) {
  const box = d3.select('#metrics').html('');
  for (const section of new Set(data.metrics.map(m => m.section))) {
    const part = box.append('details').attr('open', true);
    part.append('summary').text(section);
    const row = part.append('table').selectAll('tr').data(data.metrics.filter(m => m.section === section)).join('tr');
    row.append('td').attr('title', m => `${m.name}: ${m.sentence} ${m.how}`).text(m => m.label);
    row.each(function(m) {
      const v = metricOf(profile, m.name);
      const known = v.value !== undefined || v.text !== undefined;
      const cell = d3.select(this);
      cell.append('td').attr('class', known ? 'number' : 'absent')
        .text(v.value !== undefined ? text(v.value) : v.text || `not known: ${v.absent || 'the data has no such value'}`);
      cell.append('td').text(known ? m.unit : '');
      cell.append('td').attr('class', 'soft').text(known ? v.kind || m.kind : '');
      const c = baseline && changesOf(profile, m.name);
      if (baseline) cell.append('td').attr('class', 'number').filter(() => c).each(function() { showChange(d3.select(this), c); });
    });
  }
}

const heats = [
  ['Warp instr.', l => l.warp_instructions, 'warp_instructions'],
  ['Sectors', l => l.accesses.global_sectors, 'global_sectors'],
  ['Excess', l => l.accesses.global_sectors === undefined ? undefined : l.excess_sectors],
  ['Wavefronts', l => l.accesses.shared_wavefronts, 'shared_wavefronts'],
  ['Divergent', l => l.branches ? l.divergent_branches : undefined, 'divergent_branches']];

// The rows of a file: its lines, and before each those of the baseline that are gone.
// {now, was}: numbers of the line, undefined where there is none; `edited`: its text as it was.
function rowsOf(file) {
  const texts = s => s.replace(/\n$/, '').split('\n');
  const match = baseline && baseline.files.find(f => f.after === file);
  const lines = texts(data.sources[file]).map((line, k) => ({now: k + 1, line, file}));
  if (!match) return lines;
  const old = texts(match.text), rows = [];
  const partners = new Set(match.was);
  let next = 1;
  const goneUpTo = end => {
    for (; next < end; ++next) {
      if (!partners.has(next)) rows.push({was: next, line: old[next - 1], file: match.before, gone: true});
    }
  };
  for (const row of lines) {
    const was = match.was[row.now - 1];
    if (was) {
      goneUpTo(was);
      next = Math.max(next, was + 1);
      row.was = was;
      if (old[was - 1].trim() !== row.line.trim()) row.edited = old[was - 1];
    } else {
      row.fresh = true;
    }
    row.oldFile = match.before;
    rows.push(row);
  }
  goneUpTo(old.length + 1);
  return rows;
}

// Changes of the chosen kernel by row: of a line that is there now by its number, else by that which it had.
function lineChanges(profile) {
  const kernel = changed.get(indexOf.get(profile));
  const found = new Map((kernel ? kernel.lines : []).map(l => [l.after !== null ? `now ${l.file}:${l.after}` : `was ${l.file}:${l.before}`, l.changes]));
  return row => found.get(`now ${row.file}:${row.now}`) || found.get(`was ${row.oldFile || row.file}:${row.was}`);
}

function showSource(profile) {
  const box = d3.select('#source').html('');
  const inlined = d3.nest().key(c => `${c.places[0].file}:${c.places[0].line}`).object(
    profile.code.filter(c => c.places.length > 1));
  const changesAt = lineChanges(profile);
  for (const file of new Set(profile.lines.map(l => l.file))) {
    if (!(file in data.sources)) {
      box.append('p').attr('class', 'absent').text(`${file}: not shown, the file could not be read.`);
      continue;
    }
    const part = box.append('details').attr('open', true).attr('class', 'source');
    part.append('summary').text(file);
    const counted = new Map(profile.lines.filter(l => l.file === file).map(l => [l.line, l]));
    const most = heats.map(h => d3.max([...counted.values()], h[1]) || 1);
    const table = part.append('div').attr('class', 'scroll').append('table');
    const heads = baseline ? ['was', 'now', ...heats.map(h => h[0]), '', ''] : ['', ...heats.map(h => h[0]), ''];
    table.append('thead').append('tr').selectAll('th').data(heads).join('th').attr('class', 'number').text(d => d);
    const row = table.append('tbody').selectAll('tr').data(rowsOf(file)).join('tr')
      .attr('id', r => r.now ? lineId(file, r.now) : null).attr('class', r => baseline && (r.gone ? 'gone' : r.fresh ? 'fresh' : r.edited !== undefined ? 'edited' : null));
    if (baseline) row.append('td').attr('class', 'number soft').text(r => r.was || '');
    row.append('td').attr('class', 'number soft').text(r => r.now || '');
    heats.forEach((heat, h) => {
      row.append('td').attr('class', 'number').each(function(r) {
        const line = counted.get(r.now);
        const value = line && heat[1](line);
        const cell = d3.select(this);
        if (value !== undefined) cell.text(text(value)).style('background', `rgba(var(--hot), ${0.6 * value / most[h]})`);
        const c = change(changesAt(r), heat[2]);
        if (c) showChange(cell, c);
      });
    });
    if (baseline) row.append('td').attr('class', 'soft').text(r => r.gone ? '−' : r.fresh ? '+' : r.edited !== undefined ? '±' : '');
    const last = row.append('td');
    last.append('code').text(r => r.line);
    last.filter(r => r.edited !== undefined).append('code').attr('class', 'old').text(r => r.edited);
    last.each(function(r) {
      const frames = r.now && inlined[`${file}:${r.now}`];
      if (!frames) return;
      const via = new Set(frames.map(c => c.places.slice(1).map(p => `${p.function} ${place(p)}`).join(' ← ')));
      d3.select(this).append('div').attr('class', 'soft').text('inlined into ' + [...via].join('; '));
    });
  }
}

function showKernel() {
  const profile = data.profiles[chosen];
  document.getElementById('kernel').hidden = !profile || !profile.gpus[gpu];
  if (!profile || !profile.gpus[gpu]) return;
  document.getElementById('title').textContent = `${profile.kernel}, launch ${profile.first_launch}`;
  sentences('#own-remarks', profile.remarks);
  for (const show of [showTime, showChanges, showAdvice, showRoofline, showCurves, showWaves, showAccess, showSource, showMetrics]) show(profile);
}

document.getElementById('command').textContent = `${data.command.join(' ')} (Heddle ${data.version})`;
sentences('#remarks', data.remarks);
d3.select('#gpu').on('change', function() { gpu = this.value; showTimes(); showLaunches(); showKernel(); })
  .selectAll('option').data(data.gpus).join('option').attr('value', g => g.id).text(g => g.name);
d3.select('#filter').on('input', showLaunches);
d3.select('#baseline-choice').attr('hidden', comparisons.length ? null : true);
d3.select('#baseline').on('change', function() { chooseBaseline(this.value); })
  .selectAll('option').data([...comparisons, {before: 'nothing'}]).join('option').attr('value', (c, k) => k).text(c => c.before);
showTimes();
chooseBaseline(0);
document.body.dataset.readyMs = Math.round(performance.now());
