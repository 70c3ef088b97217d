package dev.crawlsieve.core.html;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Names of characters: those of HTML 4, and others that occur on pages. */
final class ReferenceNames {

  /** U+00A0 to U+00FF in order; these are valid without a semicolon, too. */
  private static final String LATIN_1 =
      "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn"
          + " sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest"
          + " Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave"
          + " Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave"
          + " Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig"
          + " ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute"
          + " ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

  /** The others that are valid without a semicolon. */
  private static final String SHORT =
      "amp 26 AMP 26 lt 3c LT 3c gt 3e GT 3e quot 22 QUOT 22 copy a9 COPY a9 reg ae REG ae";

  private static final String LONG =
      "apos 27 OElig 152 oelig 153 Scaron 160 scaron 161 Yuml 178 fnof 192 circ 2c6 tilde 2dc"
          + " Alpha 391 Beta 392 Gamma 393 Delta 394 Epsilon 395 Zeta 396 Eta 397 Theta 398 Iota"
          + " 399 Kappa 39a Lambda 39b Mu 39c Nu 39d Xi 39e Omicron 39f Pi 3a0 Rho 3a1 Sigma 3a3"
          + " Tau 3a4 Upsilon 3a5 Phi 3a6 Chi 3a7 Psi 3a8 Omega 3a9 alpha 3b1 beta 3b2 gamma 3b3"
          + " delta 3b4 epsilon 3b5 zeta 3b6 eta 3b7 theta 3b8 iota 3b9 kappa 3ba lambda 3bb mu"
          + " 3bc nu 3bd xi 3be omicron 3bf pi 3c0 rho 3c1 sigmaf 3c2 sigma 3c3 tau 3c4 upsilon 3c5"
          + " phi 3c6 chi 3c7 psi 3c8 omega 3c9 thetasym 3d1 upsih 3d2 piv 3d6 ensp 2002 emsp 2003"
          + " thinsp 2009 zwnj 200c zwj 200d lrm 200e rlm 200f ndash 2013 mdash 2014 lsquo 2018"
          + " rsquo 2019 sbquo 201a ldquo 201c rdquo 201d bdquo 201e dagger 2020 Dagger 2021 bull"
          + " 2022 hellip 2026 permil 2030 prime 2032 Prime 2033 lsaquo 2039 rsaquo 203a oline 203e"
          + " frasl 2044 euro 20ac image 2111 weierp 2118 real 211c trade 2122 alefsym 2135 larr"
          + " 2190 uarr 2191 rarr 2192 darr 2193 harr 2194 crarr 21b5 lArr 21d0 uArr 21d1 rArr 21d2"
          + " dArr 21d3 hArr 21d4 forall 2200 part 2202 exist 2203 empty 2205 nabla 2207 isin 2208"
          + " notin 2209 ni 220b prod 220f sum 2211 minus 2212 lowast 2217 radic 221a prop 221d"
          + " infin 221e ang 2220 and 2227 or 2228 cap 2229 cup 222a int 222b there4 2234 sim 223c"
          + " cong 2245 asymp 2248 ne 2260 equiv 2261 le 2264 ge 2265 sub 2282 sup 2283 nsub 2284"
          + " sube 2286 supe 2287 oplus 2295 otimes 2297 perp 22a5 sdot 22c5 lceil 2308 rceil 2309"
          + " lfloor 230a rfloor 230b lang 27e8 rang 27e9 loz 25ca spades 2660 clubs 2663 hearts"
          + " 2665 diams 2666 Tab 9 NewLine a excl 21 num 23 dollar 24 percnt 25 lpar 28 rpar 29 ast"
          + " 2a plus 2b comma 2c period 2e sol 2f colon 3a semi 3b equals 3d quest 3f commat 40"
          + " lsqb 5b lbrack 5b bsol 5c rsqb 5d rbrack 5d Hat 5e lowbar 5f grave 60 lcub 7b lbrace"
          + " 7b verbar 7c vert 7c rcub 7d rbrace 7d horbar 2015 hyphen 2010 dash 2010 check 2713"
          + " cross 2717 star 2606 starf 2605 phone 260e copysr 2117 numero 2116 rarrw 219d"
          + " nearr 2197 searr 2198 swarr 2199 nwarr 2196 utrif 25b4 dtrif 25be rtrif 25b8 ltrif"
          + " 25c2 laquo ab raquo bb caron 2c7 breve 2d8 dot 2d9 ring 2da ogon 2db Cacute 106 cacute"
          + " 107 Ccaron 10c ccaron 10d Dcaron 10e dcaron 10f Ecaron 11a ecaron 11b Rcaron 158"
          + " rcaron 159 Zcaron 17d zcaron 17e Aogon 104 aogon 105 Eogon 118 eogon 119 Lstrok 141"
          + " lstrok 142 Nacute 143 nacute 144 Sacute 15a sacute 15b Zacute 179 zacute 17a Zdot 17b"
          + " zdot 17c Uring 16e uring 16f Odblac 150 odblac 151 Udblac 170 udblac 171 Gbreve 11e"
          + " gbreve 11f Idot 130 inodot 131 imath 131 Scedil 15e scedil 15f Amacr 100 amacr 101"
          + " emacr 113 imacr 12b omacr 14d umacr 16b";

  private static final int LONGEST_SHORT = 6;

  private static final Map<String, Integer> CODE_POINTS = new HashMap<>();
  private static final Map<String, Integer> WITHOUT_SEMICOLON = new HashMap<>();

  /** Names of fewer than eight letters, almost all that occur. */
  private static final NameTable<Integer> FEW_LETTERS = new NameTable<>(Integer[]::new, 1 << 10);

  static {
    int codePoint = 0xa0;
    for (String name : LATIN_1.split(" ")) {
      WITHOUT_SEMICOLON.put(name, codePoint++);
    }
    put(WITHOUT_SEMICOLON, SHORT);
    CODE_POINTS.putAll(WITHOUT_SEMICOLON);
    put(CODE_POINTS, LONG);
    CODE_POINTS.forEach(
        (name, found) -> {
          if (name.length() < Long.BYTES) {
            FEW_LETTERS.put(NameTable.packed(name), found);
          }
        });
  }

  private ReferenceNames() {}

  private static void put(Map<String, Integer> codePoints, String list) {
    String[] words = list.split(" ");
    for (int i = 0; i < words.length; i += 2) {
      codePoints.put(words[i], Integer.parseInt(words[i + 1], 16));
    }
  }

  /** All names. */
  static Set<String> names() {
    return CODE_POINTS.keySet();
  }

  /** The code point of a name, or null if it is unknown. */
  static Integer get(String name) {
    return CODE_POINTS.get(name);
  }

  /** The code point of a name packed as in {@link NameTable}, or null if it is unknown. */
  static Integer get(long packed) {
    return FEW_LETTERS.get(packed);
  }

  /** The longest prefix of a name that is valid without a semicolon; empty if there is none. */
  static String prefix(String name) {
    for (int length = Math.min(name.length(), LONGEST_SHORT); length > 1; length--) {
      if (WITHOUT_SEMICOLON.containsKey(name.substring(0, length))) {
        return name.substring(0, length);
      }
    }
    return "";
  }
}
