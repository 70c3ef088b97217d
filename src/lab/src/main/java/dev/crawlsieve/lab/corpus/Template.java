package dev.crawlsieve.lab.corpus;

import org.jsoup.nodes.Entities;

/** A site's frame around its articles. */
enum Template {
  NEWS(
      """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} | {site}</title>
      </head><body><header><div class="logo">{site}</div><nav class="main-nav">{nav}</nav></header>
      <div class="grid"><main><article><h1>{title}</h1>
      <div class="byline">By {person}, {date}</div>{article}
      <div class="share">Share on Facebook Share on X Send by e-mail</div></article></main>
      <aside>{ad}{related}</aside></div>
      <footer>{links}<p>© {site}. All rights reserved. No part of this site may be reproduced
      without permission.</p></footer>{notice}</body></html>
      """),
  BLOG(
      """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{site}: {title}</title>
      </head><body><div id="page"><div id="masthead"><a href="/">{site}</a>
      <p>Notes on this and that</p></div><div id="primary"><div class="post"><h2>{title}</h2>
      <p class="meta">Posted on {date} by {person}</p><div class="entry">{article}</div>
      <p class="tags">Filed under: General. Leave a comment. Permalink</p></div></div>
      <div id="sidebar"><h3>Pages</h3>{nav}{related}<h3>Blogroll</h3>{links}</div>
      <div id="colophon">Proudly powered by a small engine. Theme: Plain.</div></div></body></html>
      """),
  GOVERNMENT(
      """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} - {site}</title>
      </head><body><a href="#content">Skip to main content</a><div role="banner">
      <p>An official website</p><div>{site}</div><form action="/search"><label>Search</label>
      <input name="q"><button>Go</button></form></div><div role="navigation">{nav}</div>
      <div class="breadcrumb">Home &gt; Publications &gt; {title}</div>
      <div id="content" role="main"><h1>{title}</h1><p>Published {date}</p>{article}
      <h2>Contact</h2><p>Public enquiries: 555 0100, Monday to Friday, 9 to 5.</p></div>
      <div role="contentinfo">{links}<p>Was this page useful? Yes No</p></div></body></html>
      """),
  TABLES(
      """
      <html><head><title>{title}</title></head><body bgcolor="#ffffff">
      <table width="100%"><tr><td colspan="3" bgcolor="#003366"><font color="white" size="5">
      {site}</font></td></tr><tr><td width="150" valign="top">{nav}</td>
      <td valign="top"><center><b>{title}</b></center><hr>{article}<hr><i>{person}, {date}</i></td>
      <td width="120" valign="top">{ad}{links}</td></tr></table>
      <center><small>Best viewed at 800 x 600. Write to the webmaster.</small></center></body></html>
      """),
  PORTAL(
      """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} :: {site}</title>
      </head><body>{notice}<div class="top">{links}</div>{ad}<div class="menu">{nav}</div>
      <div class="cols"><div class="col-9"><div class="headline">{title}</div>
      <div class="date">{date}</div><div class="body">{article}</div>{ad}{related}</div>
      <div class="col-3">{newsletter}{related}</div></div>
      <div class="bottom">{site} is not responsible for the content of external sites.</div>
      </body></html>
      """);

  private final String frame;

  Template(String frame) {
    this.frame = frame;
  }

  /**
   * An article in the frame.
   *
   * @param site the site's name
   * @param chance chooses the surroundings: the same chance gives the same surroundings
   */
  String page(Article article, String site, Chance chance, Donors donors) {
    String page =
        frame
            .replace("{site}", Entities.escape(site))
            .replace("{person}", chance.pick(Phrases.PEOPLE))
            .replace("{date}", Dates.date(chance, chance.between(0, Dates.formats() - 1)))
            .replace("{ad}", Surroundings.advertisement(chance).outerHtml())
            .replace("{newsletter}", Surroundings.newsletter().outerHtml())
            .replace("{notice}", Surroundings.notice(chance).outerHtml());
    page =
        page.replace("{nav}", links(chance, donors, 6, 14))
            .replace("{links}", links(chance, donors, 4, 8))
            .replace("{related}", Surroundings.related(chance, donors).outerHtml());
    // The article comes last: placeholders in it must not be filled in.
    return page.replace("{title}", Entities.escape(article.title()))
        .replace("{article}", article.html());
  }

  private static String links(Chance chance, Donors donors, int least, int most) {
    int count = chance.between(least, most);
    return Surroundings.links(donors.navigation(chance, count)).outerHtml();
  }
}
