// The pictures of a kernel: roofline, occupancy, waves, and of an access its sectors or banks.
'use strict';
function showRoofline(profile) {
  const box = d3.select('#roofline').html('');
  const model = data.gpus.find(g => g.id === gpu);
  const kinds = [['float', model.fp32_flops], ['double', model.fp64_flops]];
  const points = profile.gpus[gpu].roofline;
  for (const p of points) if (p.precision === 'matrix') kinds.push(['matrix (half)', p.peak_flops]);
  const at = points.map(p => p.intensity);
  const x = d3.scaleLog().domain([Math.min(0.01, ...at), Math.max(1000, ...at)]).range([70, 680]);
  const bandwidth = model.memory_bytes_per_second;
  const top = Math.max(...kinds.map(k => k[1]));
  const y = d3.scaleLog().domain([x.domain()[0] * bandwidth, 2 * top]).range([300, 15]);
  const svg = box.append('svg').attr('viewBox', '0 0 720 345').attr('width', 720).style('max-width', '100%').attr('role', 'img')
    .attr('aria-label', 'Roofline');
  svg.append('g').attr('class', 'axis').attr('transform', 'translate(0,300)').call(d3.axisBottom(x).ticks(6, '~g'));
  svg.append('g').attr('class', 'axis').attr('transform', 'translate(70,0)').call(d3.axisLeft(y).ticks(5, '.0s'));
  svg.append('text').attr('x', 375).attr('y', 338).attr('text-anchor', 'middle').text('FLOP/byte');
  svg.append('text').attr('x', 75).attr('y', 12).text('FLOP/s');
  for (const [name, peak] of kinds) {
    const path = [x.domain()[0], peak / bandwidth, x.domain()[1]].map(i => [x(i), y(Math.min(peak, i * bandwidth))]);
    svg.append('path').attr('class', 'roof').attr('d', d3.line()(path));
    svg.append('text').attr('x', 675).attr('y', y(peak) - 5).attr('text-anchor', 'end').text(`${name}: ${d3.format('.3s')(peak)}FLOP/s`);
  }
  for (const p of points) {
    svg.append('line').attr('class', 'frame').attr('stroke-dasharray', '3').attr('x1', x(p.intensity)).attr('x2', x(p.intensity)).attr('y1', 300).attr('y2', y(p.bound_flops));
    svg.append('circle').attr('class', 'point').attr('cx', x(p.intensity)).attr('cy', y(p.bound_flops)).attr('r', 5);
    svg.append('text').attr('x', x(p.intensity) + 8).attr('y', y(p.bound_flops) + 14).text(`${p.precision}, ${number(p.intensity)} FLOP/byte`);
  }
  box.append('p').attr('class', 'soft').text(points.length
    ? 'The point is the bound of the roofs at the intensity of the kernel (as compiled, theoretical bytes of L2). No time was measured, so no achieved rate is drawn.'
    : 'No point is drawn: no arithmetic intensity above zero is known of this kernel.');
}

// Warps on a multiprocessor where one thing changes: steps of [x, warps].
function showCurves(profile) {
  const most = data.gpus.find(g => g.id === gpu).warps_per_sm;
  const svg = d3.select('#curves').html('').selectAll('svg').data(profile.gpus[gpu].occupancy_curves).join('svg')
    .attr('width', 340).attr('height', 225).attr('role', 'img').attr('aria-label', c => `Occupancy over ${c.over}`);
  svg.each(function(c) {
    const one = d3.select(this);
    const x = d3.scaleLinear().domain([0, c.most]).range([35, 320]);
    const y = d3.scaleLinear().domain([0, most]).range([175, 10]);
    one.append('g').attr('class', 'axis').attr('transform', 'translate(0,175)').call(d3.axisBottom(x).ticks(5).tickFormat(d3.format('~s')));
    one.append('g').attr('class', 'axis').attr('transform', 'translate(35,0)').call(d3.axisLeft(y).tickValues([0, most / 4, most / 2, 3 * most / 4, most]).tickFormat(d3.format('~g')));
    const last = c.steps[c.steps.length - 1];
    one.append('path').attr('class', 'roof').attr('d', d3.line().curve(d3.curveStepAfter).x(s => x(s[0])).y(s => y(s[1]))([...c.steps, [c.most, last[1]]]));
    one.append('line').attr('class', 'frame').attr('stroke-dasharray', '3').attr('x1', x(c.now)).attr('x2', x(c.now)).attr('y1', 175).attr('y2', y(c.warps_now));
    one.append('circle').attr('class', 'point').attr('cx', x(c.now)).attr('cy', y(c.warps_now)).attr('r', 5);
    one.append('text').attr('x', 178).attr('y', 212).attr('text-anchor', 'middle').text(`warps over ${c.over}: now ${whole(c.now)}`);
  });
}

// A column for each wave, filled as far as blocks fill each multiprocessor from top to bottom.
function showWaves(profile) {
  const box = d3.select('#waves').html('');
  const w = profile.gpus[gpu].waves;
  if (!w) return;
  const drawn = Math.min(w.full, 16);
  const columns = [...d3.range(drawn).map(k => [k + 1, w.blocks_per_sm * w.sm_count]), ...w.rest ? [[w.full + 1, w.rest]] : []];
  box.append('p').text(`${whole(w.blocks)} blocks, ${whole(w.blocks_per_sm * w.sm_count)} in a wave (${w.sm_count} SMs of ${w.blocks_per_sm}): ` +
    `${whole(w.full)} full waves${w.rest ? ` and ${whole(w.rest)} blocks` : ''}, if all blocks take the same time.`);
  const svg = box.append('svg').attr('width', 60 + 42 * (columns.length + 1)).attr('height', 185).attr('role', 'img').attr('aria-label', 'Waves');
  svg.append('text').attr('x', 40).attr('y', 20).attr('text-anchor', 'end').text('SM 0');
  svg.append('text').attr('x', 40).attr('y', 160).attr('text-anchor', 'end').text(w.sm_count - 1);
  columns.forEach(([wave, blocks], k) => {
    const left = 48 + 42 * (k + (wave > drawn && w.full > drawn ? 1 : 0));
    const each = Math.floor(blocks / w.sm_count), more = blocks % w.sm_count, sm = 150 / w.sm_count;
    for (const [from, to, here] of [[0, more, each + 1], [more, w.sm_count, each]]) {
      svg.append('rect').attr('class', 'touched').attr('x', left).attr('y', 10 + from * sm).attr('width', 36 * here / w.blocks_per_sm).attr('height', (to - from) * sm)
        .append('title').text(`SM ${from} to ${to - 1}: ${here} of ${w.blocks_per_sm} blocks`);
    }
    svg.append('rect').attr('class', 'empty').attr('x', left).attr('y', 10).attr('width', 36).attr('height', 150);
    svg.append('text').attr('x', left + 18).attr('y', 176).attr('text-anchor', 'middle').text(wave);
  });
  if (w.full > drawn) svg.append('text').attr('x', 48 + 42 * drawn + 18).attr('y', 85).attr('text-anchor', 'middle').text('…');
}

function showAccess(profile) {
  const list = profile.accesses.filter(a => a.most_costly)
    .sort((a, b) => d3.descending(a.most_costly.excess, b.most_costly.excess));
  const select = d3.select('#access');
  select.selectAll('option').data(list).join('option').attr('value', (a, k) => k)
    .text(a => `${place(a.places[0])} ${a.kind} ${a.space} ${a.variable}`);
  const draw = () => {
    const access = list[select.property('value')];
    d3.select('#sectors').html('');
    d3.select('#banks').html('');
    if (!access) {
      d3.select('#sectors').append('p').attr('class', 'absent').text('Not drawn: no access of this kernel has a recorded request.');
    } else if (access.sums.shared_requests) {
      drawBanks(access);
    } else {
      drawSectors(access);
    }
  };
  select.on('change', draw);
  draw();
}

// Bytes of each active lane from the beginning of the first line.
const lanesOf = access => access.most_costly.offsets.map((o, lane) => [lane, o])
  .filter(l => l[1] !== null).map(([lane, o]) => ({lane, from: access.most_costly.phase + o}));

function drawSectors(access) {
  const touched = d3.nest().key(s => Math.floor(s.sector / 4)).sortKeys((a, b) => a - b).entries(
    d3.nest().key(s => s.sector).entries([].concat(...lanesOf(access).map(l =>
      d3.range(Math.floor(l.from / 32), Math.floor((l.from + access.bytes - 1) / 32) + 1).map(sector => ({sector, lane: l.lane})))))
      .map(e => ({sector: +e.key, lanes: e.values.map(v => v.lane)})));
  const svg = d3.select('#sectors').append('svg').attr('width', 1000).attr('height', 22 + 18 * touched.length).attr('role', 'img')
    .attr('aria-label', 'Sectors of the lines that the warp touches');
  svg.append('text').attr('x', 0).attr('y', 12).text(`${touched.length} line${touched.length === 1 ? '' : 's'} of 4 sectors of 32 bytes; filled: touched`);
  touched.forEach((line, row) => {
    svg.append('text').attr('x', 0).attr('y', 33 + 18 * row).text(`+${whole(128 * line.key)}`);
    d3.range(4).forEach(k => {
      const one = line.values.find(s => s.sector === 4 * line.key + k);
      const cell = svg.append('rect').attr('x', 80 + 40 * k).attr('y', 20 + 18 * row).attr('width', 38).attr('height', 16).attr('class', one ? 'touched' : 'empty');
      if (one) cell.append('title').text(`lanes ${one.lanes.join(', ')}`);
    });
    svg.append('text').attr('x', 250).attr('y', 33 + 18 * row).text('lanes ' + [...new Set([].concat(...line.values.map(s => s.lanes)))].join(' '));
  });
}

function drawBanks(access) {
  const svg = d3.select('#banks').append('svg').attr('width', 520).attr('height', 500).attr('role', 'img').attr('aria-label', 'Lanes and banks');
  svg.append('text').attr('x', 35).attr('y', 12).text('bank →, lane ↓; orange: other lanes want another word of the bank');
  for (const lane of d3.range(32)) svg.append('text').attr('x', 5).attr('y', 30 + 14 * lane).text(lane);
  for (const bank of d3.range(0, 32, 4)) svg.append('text').attr('x', 35 + 14 * bank).attr('y', 482).text(bank);
  svg.append('rect').attr('class', 'empty').attr('x', 34).attr('y', 19).attr('width', 450).attr('height', 450);
  const wordsOf = from => d3.range(Math.floor(from / 4), Math.floor((from + access.bytes - 1) / 4) + 1);
  const inBank = d3.range(32).map(() => new Set());
  for (const {from} of lanesOf(access)) for (const word of wordsOf(from)) inBank[word % 32].add(word);
  for (const {lane, from} of lanesOf(access)) {
    for (const word of wordsOf(from)) {
      svg.append('rect').attr('class', inBank[word % 32].size > 1 ? 'conflict' : 'touched').attr('x', 35 + 14 * (word % 32)).attr('y', 20 + 14 * lane).attr('width', 12).attr('height', 12)
        .append('title').text(`lane ${lane}, word ${word}, bank ${word % 32}`);
    }
  }
}

