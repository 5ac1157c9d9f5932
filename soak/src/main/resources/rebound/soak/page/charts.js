// Draws what the page's "charts" element holds. All plots of the timeline share one cursor and zoom.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("charts").textContent);
  const AXIS = 64;
  const STRIP_ROW = 18;
  const OUTCOMES = { o: ["good", "--c3"], s: ["slow", "--c7"], r: ["refused on purpose", "--c2"],
    e: ["wrong", "--c5"], t: ["silent", "--c4"], x: ["gone", "--ink"] };
  let plots = [];

  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const compact = (v) => {
    if (v == null) return "–";
    const a = Math.abs(v);
    if (a >= 1e6) return +(v / 1e6).toPrecision(3) + "M";
    if (a >= 1e4) return +(v / 1e3).toPrecision(3) + "k";
    return a >= 100 ? String(Math.round(v)) : String(+v.toPrecision(3));
  };
  const clock = (s) => {
    if (s == null) return "–";
    const whole = Math.floor(s + 1e-9), two = (n) => String(n).padStart(2, "0");
    const h = Math.floor(whole / 3600), m = Math.floor(whole / 60) % 60;
    return h > 0 ? `${h}:${two(m)}:${two(whole % 60)}` : `${m}:${two(whole % 60)}`;
  };
  const tint = (colour, alpha) => {
    const n = parseInt(colour.slice(1), 16);
    return `rgba(${n >> 16},${(n >> 8) & 255},${n & 255},${alpha})`;
  };
  const phaseAt = (t) => data.phases.findIndex((p) => t >= p.from && t <= p.to);
  // A second that fell into its neighbour's place is no gap; a rest without traffic is one.
  const realGaps = (every) => (u, series, from, to, gaps) => {
    const second = u.valToPos(1, "x", true) - u.valToPos(0, "x", true);
    return gaps.filter((gap) => gap[1] - gap[0] > 2.6 * Math.max(every, data.bucketSeconds) * second);
  };

  const shade = (u) => {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    data.phases.forEach((p, i) => {
      const from = u.valToPos(p.from, "x", true), to = u.valToPos(p.to, "x", true);
      ctx.fillStyle = css(p.kind === "rest" ? "--phase-rest" : p.kind === "warm-up" ? "--phase-warm" : "--phase");
      ctx.fillRect(from, bbox.top, Math.max(1, to - from), bbox.height);
    });
    for (const fault of data.faults) {
      const from = u.valToPos(fault.from, "x", true), to = Math.max(from + 2, u.valToPos(fault.to, "x", true));
      ctx.fillStyle = css("--fault");
      ctx.fillRect(from, bbox.top, to - from, bbox.height);
      ctx.fillStyle = css("--c4");
      ctx.fillRect(from, bbox.top, to - from, 3 * devicePixelRatio);
    }
    ctx.restore();
  };
  const marks = (u) => {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.strokeStyle = css("--c4");
    ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
    for (const mark of data.marks) {
      const x = Math.round(u.valToPos(mark.at, "x", true)) + 0.5;
      if (x < bbox.left || x > bbox.left + bbox.width) continue;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  };
  const guides = (plot) => (u) => {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
    // The axes leave theirs behind, with which the line would run through the name.
    ctx.textBaseline = "alphabetic";
    plot.guides.forEach((guide, i) => {
      const top = u.valToPos(guide.to, "y", true), bottom = u.valToPos(guide.from, "y", true);
      if (guide.from === guide.to) {
        ctx.strokeStyle = css("--soft");
        ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
        ctx.beginPath();
        ctx.moveTo(bbox.left, top);
        ctx.lineTo(bbox.left + bbox.width, top);
        ctx.stroke();
      } else {
        ctx.fillStyle = css("--guide");
        ctx.fillRect(bbox.left, top, bbox.width, bottom - top);
      }
      ctx.fillStyle = css("--soft");
      // Side by side, since levels often lie on each other.
      ctx.textAlign = i % 3 === 0 ? "right" : i % 3 === 1 ? "center" : "left";
      ctx.fillText(guide.label, bbox.left + [bbox.width - 4 * devicePixelRatio, bbox.width / 2, 4 * devicePixelRatio][i % 3],
        // A band within another one has its name below it.
        i > 0 && guide.from !== guide.to ? bottom + 12 * devicePixelRatio : top - 3 * devicePixelRatio);
    });
    ctx.restore();
  };

  // Series and bands of a plot: the line first, then the hidden edges of its band.
  const seriesOf = (plot, options) => {
    const series = [], columns = [], bands = [];
    for (const line of plot.lines) {
      const colour = css("--c" + line.colour);
      columns.push(line.values);
      series.push({ label: line.label, stroke: colour, width: line.dashed ? 1 : 1.6, dash: line.dashed ? [5, 4] : undefined,
        value: (u, v) => (v == null ? "–" : compact(v) + (plot.unit && plot.unit !== "1/s" ? " " + plot.unit : plot.unit ? "/s" : "")),
        points: { size: 5 }, ...(line.pointSize > 0 && { paths: () => null, class: line.pointSize < 8 ? "single" : undefined, points: { show: true, size: line.pointSize, fill: tint(colour, line.pointSize > 8 ? 0.75 : 0.5) } }), ...options, ...(options.gaps && { gaps: options.gaps(line.everySeconds) }) });
      if (line.low) {
        const at = series.length;
        columns.push(line.high, line.low);
        const edge = { class: "band", stroke: "transparent", width: 0, points: { show: false }, ...options, ...(options.gaps && { gaps: options.gaps(line.everySeconds) }) };
        series.push({ ...edge, label: line.label + ", highest" }, { ...edge, label: line.label + ", lowest" });
        bands.push({ series: [at + 1, at + 2], fill: tint(colour, 0.22) });
      }
    }
    return { series, columns, bands };
  };
  const axes = (plot, x) => {
    const common = { stroke: css("--soft"), grid: { stroke: css("--line"), width: 0.5 }, ticks: { stroke: css("--line"), width: 0.5 }, font: "11px system-ui, sans-serif" };
    return [{ ...common, size: 26, ...x }, { ...common, size: AXIS, values: (u, splits) => splits.map((v) => (v == null ? "" : compact(v))) }];
  };
  const rangeY = (plot) => (u, low, high) => {
    if (low == null) return plot.logarithmic ? [0.1, 10] : [0, 1];
    // A name above a level line needs room below the plot's edge.
    for (const guide of plot.guides) high = Math.max(high, guide.to * (guide.from === guide.to ? 1.1 : 1));
    if (!plot.logarithmic) return [0, high <= 0 ? 1 : high * 1.08];
    return [10 ** Math.floor(Math.log10(low)), 10 ** Math.ceil(Math.log10(high * 1.0001))];
  };
  // Round places of a logarithmic axis: 1, 2 and 5 of each decade, more of them where few fit.
  const roundPlaces = (u, axis, low, high) => {
    const within = (steps) => {
      const places = [];
      for (let decade = Math.floor(Math.log10(low)); decade <= Math.log10(high); decade++) {
        places.push(...steps.map((step) => +(step * 10 ** decade).toPrecision(3)));
      }
      return places.filter((it) => it >= low && it <= high);
    };
    const few = within([1, 2, 5]);
    return few.length > 2 ? few : within([1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9]);
  };
  const height = (el) => (el.classList.contains("tall") ? 360 : 170) + (innerWidth < 500 ? 20 : 0);

  const add = (el, options, columns, name) => {
    el.textContent = "";
    el.tabIndex = 0;
    el.setAttribute("role", "group");
    el.setAttribute("aria-label", name + ". Use the left and right arrow keys to read values.");
    const u = new uPlot({ width: el.clientWidth, ...options }, columns, el);
    u.root.querySelector("canvas").setAttribute("aria-hidden", "true");
    el.uplot = u;
    plots.push(u);
    el.onkeydown = (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, PageDown: 20, PageUp: -20 }[event.key];
      if (event.key === "Escape") return data.seconds.length ? whole() : undefined;
      if (!step && event.key !== "Home" && event.key !== "End") return;
      event.preventDefault();
      const last = u.data[0].length - 1, now = u.cursor.idx ?? -1;
      const next = event.key === "Home" ? 0 : event.key === "End" ? last : Math.min(last, Math.max(0, now + step));
      u.setCursor({ left: u.valToPos(u.data[0][next], "x"), top: 10 }, true, true);
      say(u, next, true);
    };
    return u;
  };

  const readout = document.getElementById("readout");
  const say = (u, idx, loud) => {
    if (idx == null) return;
    const timeline = u.data[0] === data.seconds;
    const parts = [];
    if (!timeline && u.series[0].value) parts.push(`${u.series[0].label} ${u.series[0].value(u, u.data[0][idx], 0, idx)}`);
    if (timeline) {
      const t = data.seconds[idx], i = phaseAt(t);
      parts.push(clock(t), i < 0 ? "between phases" : `${i + 1} ${data.phases[i].title}`);
      for (const strip of data.strips) {
        const outcome = OUTCOMES[strip.cells[idx]];
        if (outcome && outcome[0] !== "good") parts.push(`${strip.label}: ${outcome[0]}`);
      }
      for (const fault of data.faults) if (t >= fault.from - data.bucketSeconds / 2 && t <= fault.to + data.bucketSeconds / 2) parts.push("fault: " + fault.text);
      for (const mark of data.marks) if (Math.abs(mark.at - t) <= data.bucketSeconds) parts.push(mark.text);
    }
    if (loud) u.series.slice(1).forEach((s, i) => { if (s.class !== "band" && s.value && (timeline || u.data[i + 1][idx] != null)) parts.push(`${s.label} ${s.value(u, u.data[i + 1][idx])}`); });
    readout.textContent = parts.join(" · ");
  };

  const zoomed = { from: 0, to: 0 };
  const wholeX = () => [0, Math.max(data.seconds.length * data.bucketSeconds, ...data.phases.map((p) => p.to))];
  const timelinePlots = () => plots.filter((u) => u.data[0] === data.seconds);
  const zoom = (from, to) => {
    if (zoomed.from === from && zoomed.to === to) return;
    zoomed.from = from;
    zoomed.to = to;
    timelinePlots().forEach((u) => u.setScale("x", { min: from, max: to }));
  };
  const whole = () => zoom(...wholeX());
  const timelineOptions = (plot) => ({
    cursor: { y: false, sync: { key: "timeline" }, drag: { x: true, y: false }, focus: { prox: 16 } },
    scales: { x: { time: false, range: (u, low, high) => [low ?? 0, high ?? 1] }, y: { distr: plot.logarithmic ? 3 : 1, range: rangeY(plot) } },
    axes: axes(plot, { values: (u, splits) => splits.map(clock), incrs: [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400], space: 60 }),
    hooks: {
      drawClear: [shade],
      draw: [marks, guides(plot)],
      setScale: [(u, key) => { if (key === "x" && u.ready) zoom(u.scales.x.min, u.scales.x.max); }],
      setCursor: [(u) => say(u, u.cursor.idx, false)],
      ready: [(u) => { u.over.addEventListener("dblclick", (event) => { event.stopPropagation(); whole(); }, true); u.ready = true; }],
    },
  });

  const drawTimeline = (el, plot) => {
    const { series, columns, bands } = seriesOf(plot, { spanGaps: false, gaps: realGaps });
    add(el, { ...timelineOptions(plot), height: height(el), series: [{ label: "time", value: (u, v) => clock(v) }, ...series], bands },
      [data.seconds, ...columns], plot.title);
  };

  // Rows of cells: phases with their titles, then a row for each way of probing.
  const drawStrip = (el) => {
    const rows = data.strips.length + 1;
    const short = { "new connection": "new", "kept connection": "kept", "through the database": "database", process: "process" };
    const labels = ["phases", ...data.strips.map((s) => short[s.label] ?? s.label)];
    const options = timelineOptions({ guides: [], lines: [] });
    options.scales.y = { range: [0, rows] };
    options.axes[1] = { ...options.axes[1], font: "10px system-ui, sans-serif", gap: 2, ticks: { show: false }, grid: { show: false }, splits: () => labels.map((_, i) => rows - i - 0.5), values: () => labels };
    options.hooks.draw = [(u) => {
      const { ctx, bbox } = u, tall = bbox.height / rows, pad = 2 * devicePixelRatio;
      ctx.save();
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
      ctx.clip();
      ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
      ctx.textBaseline = "middle";
      ctx.textAlign = "left";
      data.phases.forEach((p, i) => {
        const from = u.valToPos(p.from, "x", true), to = u.valToPos(p.to, "x", true);
        ctx.fillStyle = css("--ink");
        const text = `${i + 1} ${p.title}`, room = to - from - 2 * pad;
        const shown = ctx.measureText(text).width <= room ? text : String(i + 1);
        if (ctx.measureText(shown).width <= room) ctx.fillText(shown, from + pad, bbox.top + tall / 2);
      });
      data.strips.forEach((strip, row) => {
        const top = bbox.top + (row + 1) * tall + pad / 2;
        for (let i = 0; i < strip.cells.length;) {
          let end = i + 1;
          while (end < strip.cells.length && strip.cells[end] === strip.cells[i]) end++;
          const outcome = OUTCOMES[strip.cells[i]];
          if (outcome) {
            const from = u.valToPos(i * data.bucketSeconds, "x", true), to = u.valToPos(end * data.bucketSeconds, "x", true);
            ctx.fillStyle = css(outcome[1]);
            ctx.fillRect(from, top, Math.max(1, to - from), tall - pad);
          }
          i = end;
        }
      });
      ctx.restore();
    }, marks];
    add(el, { ...options, legend: { show: false }, height: rows * STRIP_ROW + 34, series: [{}, { show: true, stroke: "transparent", points: { show: false } }] },
      [data.seconds, data.seconds.map(() => 0)], "Phases and liveness");
  };

  const drawPercentiles = (el, plot) => {
    const { series, columns } = seriesOf(plot, { points: { show: false } });
    const nines = (v) => (v <= 1 ? "0 %" : +(100 - 100 / v).toPrecision(12) + " %");
    const rare = (v) => (v == null ? "–" : (100 - 100 / v).toPrecision(Math.max(3, 2 + Math.ceil(Math.log10(v)))).replace(/0+$/, "").replace(/\.$/, "") + " %");
    const longest = Math.max(...columns.map((c) => c.findLastIndex((v) => v != null)));
    add(el, {
      height: height(el),
      scales: { x: { time: false, distr: 3, range: () => [plot.x[0], plot.x[Math.max(20, longest)]] }, y: { distr: 3, range: rangeY(plot) } },
      axes: axes(plot, { values: (u, splits) => splits.map((v) => (v == null || Math.log10(v) % 1 > 1e-9 ? "" : nines(Math.round(v)))), space: 40 }),
      cursor: { y: false, drag: { x: false, y: false }, focus: { prox: 16 } },
      series: [{ label: "below it", value: (u, v) => rare(v) }, ...series],
    }, [plot.x, ...columns], plot.title);
  };

  const drawMemory = (el, plot) => {
    const { series, columns, bands } = seriesOf(plot, { spanGaps: true });
    add(el, {
      height: 240,
      scales: { x: { time: false, range: (u, low, high) => [0, high ?? 1] }, y: { range: rangeY(plot) } },
      axes: axes(plot, { values: (u, splits) => splits.map((v) => v + " s") }),
      cursor: { y: false, drag: { x: false, y: false } },
      hooks: { draw: [guides(plot), pointNames(plot, 24)] },
      series: [{ label: "after", value: (u, v) => (v == null ? "–" : compact(v) + " s") }, ...series],
      bands,
    }, [plot.x, ...columns], plot.title);
  };

  // The name of each large point beside it, none upon another.
  const pointNames = (plot, above) => (u) => {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
    ctx.textBaseline = "middle";
    const step = 13 * devicePixelRatio, radius = 7 * devicePixelRatio;
    // A name covers neither another name nor a point.
    const taken = plot.lines.flatMap((line) => {
      const at = line.pointSize < 8 ? -1 : line.values.findIndex((v) => v != null);
      if (at < 0) return [];
      const x = u.valToPos(plot.x[at], "x", true);
      return [{ y: u.valToPos(line.values[at], "y", true), from: x - radius, to: x + radius }];
    });
    plot.lines.forEach((line) => {
      if (line.pointSize < 8 || !u.series.find((it) => it.label === line.label).show) return;
      const at = line.values.findIndex((v) => v != null);
      if (at < 0) return;
      const x = u.valToPos(plot.x[at], "x", true);
      let y = u.valToPos(line.values[at], "y", true) - above * devicePixelRatio;
      const room = ctx.measureText(line.label).width + 14 * devicePixelRatio;
      const left = x + room > bbox.left + bbox.width;
      const begins = left ? x - room : x + radius + 1, ends = left ? x - radius - 1 : x + room;
      while (taken.some((it) => Math.abs(it.y - y) < step && it.from < ends && begins < it.to)) y -= step / 2;
      taken.push({ y, from: begins, to: ends });
      ctx.textAlign = left ? "right" : "left";
      ctx.fillStyle = css("--ink");
      ctx.fillText(line.label, x + (left ? -11 : 11) * devicePixelRatio, y);
    });
    ctx.restore();
  };

  // A plot with a horizontal axis of its own: lines, or points.
  const drawFree = (el, plot) => {
    const { series, columns, bands } = seriesOf(plot, { spanGaps: true });
    const across = plot.across, log = across.logarithmic;
    const better = (u) => {
      if (!across.better) return;
      const { ctx, bbox } = u;
      ctx.save();
      ctx.textAlign = "right";
      ctx.textBaseline = "bottom";
      ctx.fillStyle = css("--pass");
      ctx.font = `600 ${12 * devicePixelRatio}px system-ui, sans-serif`;
      ctx.fillText("better ↘", bbox.left + bbox.width - 6 * devicePixelRatio, bbox.top + bbox.height - 5 * devicePixelRatio);
      ctx.restore();
    };
    const wide = (u, low, high) => {
      if (low == null) return [log ? 1 : 0, 10];
      return log ? [low / 1.3, high * 1.3] : [0, high * 1.12];
    };
    // Points near an edge of a logarithmic axis need room, but not a whole decade.
    const tall = plot.lines.some((it) => it.pointSize > 0) && plot.logarithmic ? (u, low, high) => (low == null ? [0.1, 10] : [low / 1.6, high * 1.6]) : rangeY(plot);
    const yAxis = axes(plot, {})[1];
    add(el, {
      height: height(el),
      scales: { x: { time: false, distr: log ? 3 : 1, range: wide }, y: { distr: plot.logarithmic ? 3 : 1, range: tall } },
      axes: [{ ...axes(plot, { values: (u, splits) => splits.map((v) => (v == null ? "" : compact(v))), space: log ? 0 : 60, ...(log && { splits: roundPlaces }) })[0], size: 44, label: across.label + (across.unit ? (across.unit[0] === "/" ? across.unit : ", " + across.unit) : ""), labelSize: 16, labelFont: "11px system-ui, sans-serif" },
        plot.logarithmic ? { ...yAxis, splits: roundPlaces, space: 0, values: (u, splits) => splits.map((v) => (v == null ? "" : compact(v))) } : yAxis],
      cursor: { y: false, drag: { x: false, y: false }, focus: { prox: 24 } },
      hooks: { draw: [guides(plot), pointNames(plot, 0), better], setCursor: [(u) => say(u, u.cursor.idx, true)] },
      series: [{ label: across.label, value: (u, v, s, i) => (v == null ? "–" : compact(v) + across.unit + (i != null && across.names[i] ? " (" + across.names[i] + ")" : "")) }, ...series],
      bands,
    }, [plot.x, ...columns], plot.title);
  };

  const drawAll = () => {
    plots.forEach((u) => u.destroy());
    plots = [];
    for (const el of document.querySelectorAll("[data-strip]")) drawStrip(el);
    for (const el of document.querySelectorAll("[data-timeline]")) {
      const plot = data.timeline.find((it) => it.id === el.dataset.timeline);
      if (plot) drawTimeline(el, plot);
    }
    for (const el of document.querySelectorAll("[data-percentiles]")) drawPercentiles(el, data.percentiles);
    for (const el of document.querySelectorAll("[data-memory]")) drawMemory(el, data.memory);
    for (const el of document.querySelectorAll("[data-free]")) {
      const plot = data.free.find((it) => it.id === el.dataset.free);
      if (plot) drawFree(el, plot);
    }
    zoomed.from = NaN;
    whole();
    document.documentElement.dataset.drawn = plots.length;
  };
  drawAll();
  let waiting = 0, width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    clearTimeout(waiting);
    waiting = setTimeout(drawAll, 120);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  // Paper is white whatever the screen is.
  matchMedia("print").addEventListener("change", drawAll);
})();
