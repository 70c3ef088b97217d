package dev.crawlsieve.core.sweep.report;

/** The head of a sweep's page: what it may load, which is nothing, and how it looks. */
final class SweepStyle {

  static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
      <meta name="referrer" content="no-referrer">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>A crawl under other settings</title>
      <style>
      :root { color-scheme: light dark; --ink: #1d2330; --soft: #5b6475; --paper: #fff;
        --rule: #d9dde5; --mark: #b93a0a; --tint: #fff4e5; --bar: #7ba7d9; --card: #f6f7f9;
        --del: #ffdcd6; --ins: #d3f0d8; --link: #0b63c5;
        --c0: #0b63c5; --c1: #a8500a; --c2: #0f7b55; --c3: #8b3fa8; --c4: #b4234d;
        --c5: #4d6b12; --c6: #0b7285; --c7: #6b5d4d; }
      @media (prefers-color-scheme: dark) {
        :root { --ink: #e6e9ef; --soft: #a2abbb; --paper: #14171d; --rule: #343b48;
          --mark: #ff9a5c; --tint: #33261a; --bar: #4a78ab; --card: #1c2129;
          --del: #5a2620; --ins: #1d4a2b; --link: #6cb2ff;
          --c0: #6cb2ff; --c1: #e8a35a; --c2: #4fc79a; --c3: #cf93e8; --c4: #ff7d9c;
          --c5: #a9c95f; --c6: #5ccfdf; --c7: #c2b09b; }
      }
      * { box-sizing: border-box; }
      body { margin: 0 auto; padding: 1rem; max-width: 96rem; background: var(--paper);
        color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
      h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0 1rem; }
      h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; }
      p, ul.notes { max-width: 46rem; } p, li, dd, summary { overflow-wrap: anywhere; }
      a { color: var(--link); }
      .soft { color: var(--soft); }
      .tiles { display: grid; gap: .6rem; grid-template-columns:
        repeat(auto-fit, minmax(8.5rem, 1fr)); margin: 0 0 1rem; padding: 0; max-width: 64rem; }
      .tiles div { background: var(--card); border-radius: .5rem; padding: .6rem .8rem; }
      .tiles dt { color: var(--soft); font-size: .85rem; }
      .tiles dd { margin: 0; font-size: 1.5rem; font-weight: 600; line-height: 1.3;
        font-variant-numeric: tabular-nums; }
      .tiles dd span { display: block; font-size: .85rem; font-weight: 400; color: var(--soft); }
      .wide { overflow-x: auto; max-width: 100%; }
      table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .875rem; }
      th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--rule); text-align: right;
        white-space: nowrap; }
      th { color: var(--soft); font-weight: 600; vertical-align: bottom; }
      tbody th { color: var(--ink); font-weight: 400; }
      th.l, td.l { text-align: left; } th.s { white-space: normal; min-width: 12rem; }
      th.group { text-align: center; } .g { border-left: 1px solid var(--rule); }
      table.settings { border-collapse: separate; border-spacing: 0; }
      table.settings th:first-child { position: sticky; left: 0; background: var(--paper); }
      tr.family th { padding-top: .9rem; font-weight: 600; }
      tr.family span { position: sticky; left: .6rem; }
      tr.force td, tr.force th, table.settings tr.force th:first-child {
        background: var(--tint); font-weight: 600; }
      tr.force b { color: var(--mark); font-size: .8rem; }
      code { font: .8rem ui-monospace, monospace; user-select: all; }
      .figures { display: grid; gap: 1.5rem 2rem; grid-template-columns:
        repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }
      figure { margin: 0; min-width: 0; max-width: 36rem; }
      figure > svg { width: 100%; height: auto; display: block; }
      figure ul { list-style: none; margin: .3rem 0 0; padding: 0; display: flex; flex-wrap: wrap;
        gap: .1rem 1.2rem; font-size: .875rem; }
      .key { width: 30px; height: 12px; vertical-align: -1px; overflow: visible; }
      .numbers { font-size: .8rem; margin: .3rem 0; }
      svg text { font-size: 11px; fill: var(--soft); paint-order: stroke; stroke: var(--paper);
        stroke-width: 3px; stroke-linejoin: round; }
      svg text.force { fill: var(--mark); font-weight: 600; }
      .grid { stroke: var(--rule); stroke-width: .7; }
      .bar { fill: var(--bar); }
      line.force { stroke: var(--mark); stroke-width: 1.5; stroke-dasharray: 4 2; }
      circle.force { fill: none; stroke: var(--mark); stroke-width: 2; }
      .drawn { fill: none; stroke: currentColor; stroke-width: 2; }
      .dotted { fill: none; stroke: currentColor; stroke-width: 1.5; stroke-dasharray: 1.5 3; }
      g > path { fill: currentColor; }
      .many .drawn { stroke-width: 1; } .many path { stroke: var(--paper); stroke-width: .6; }
      .f0 { color: var(--c0); } .f1 { color: var(--c1); } .f2 { color: var(--c2); }
      .f3 { color: var(--c3); } .f4 { color: var(--c4); } .f5 { color: var(--c5); }
      .f6 { color: var(--c6); } .f7 { color: var(--c7); }
      details { margin: .4rem 0; } summary { cursor: pointer; }
      article { border: 1px solid var(--rule); border-radius: .5rem; padding: .7rem .9rem;
        margin: .7rem 0; }
      article p { margin: 0 0 .3rem; max-width: none; }
      article p > b { border-radius: .3rem; padding: .1rem .45rem; font-size: .8rem;
        background: var(--card); }
      article b.dropped { background: var(--del); } article b.kept { background: var(--ins); }
      .url { overflow-wrap: anywhere; unicode-bidi: isolate; }
      dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .8rem; margin: .2rem 0; }
      article dt { color: var(--soft); } article dd { margin: 0; min-width: 0; }
      .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1px; margin: .3rem 0;
        background: var(--rule); border: 1px solid var(--rule); font-size: .875rem; }
      .pair div { background: var(--paper); padding: .25rem .6rem; min-width: 0;
        overflow-wrap: anywhere; unicode-bidi: isolate; }
      .pair .head { color: var(--soft); font-size: .8rem; background: var(--card); }
      del { background: var(--del); text-decoration: line-through; }
      ins { background: var(--ins); text-decoration: none; }
      @media (max-width: 40rem) { .pair { grid-template-columns: 1fr; }
        .pair div:nth-child(2n) { margin-bottom: .4rem; } .pair .head { display: none; }
        .pair div:nth-child(2n+1)::before { content: "original "; color: var(--soft); }
        .pair div:nth-child(2n)::before { content: "page "; color: var(--soft); } }
      </style>
      </head>
      <body>
      """;

  private SweepStyle() {}
}
