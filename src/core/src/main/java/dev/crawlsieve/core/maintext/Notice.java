package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.Letters;

/**
 * Recognises a text that says only who owns the page and what its readers agree to, in English,
 * German, French, Spanish, Italian, Portuguese, Dutch, Norwegian, Slavic languages in Latin
 * letters, Russian, Chinese, Japanese and Korean. In other languages, a text that is the page's
 * longest is its main text, as any other is.
 */
final class Notice {

  private static final int MAX_CHARS = 2000;

  /** A text with this many different marks is a notice. */
  private static final int LEAST_MARKS = 2;

  private static final String[] MARKS =
      ("©, (c), copyright, rights reserved, trademark, permission is granted, may not be,"
              + " all content, without consent, terms of, privacy, license, licence, warrant, liab,"
              + " cookie, consent, rechte vorbehalten, datenschutz, einwilligung, impressum,"
              + " droits réservés, confidentialité, consentement, derechos reservados, privacidad,"
              + " consentimiento, diritti riservati, informativa, consenso, direitos reservados,"
              + " alle rechten, toestemming, personvern, politika, конфиденциальност, авторск,"
              + " соглас, 个人信息, 隐私, 版权, プライバシー, 著作権, 개인정보, 저작권")
          .split(", ");

  private Notice() {}

  static boolean is(String text) {
    if (text.length() > MAX_CHARS) {
      return false;
    }
    String lower = Letters.lower(text);
    int marks = 0;
    for (String mark : MARKS) {
      marks += lower.contains(mark) ? 1 : 0;
    }
    return marks >= LEAST_MARKS;
  }
}
