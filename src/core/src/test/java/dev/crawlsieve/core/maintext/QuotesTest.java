package dev.crawlsieve.core.maintext;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.text.Utf8Text;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotesTest {

  /** A page of Mailman's archive: each quoted line has a mark, and is in italics. */
  private static final String BEFORE =
      """
      <HTML><BODY><H1>[list] Sliders</H1>
      <B>Ann Example</B> <A HREF="mailto:list">ann at example.org</A><BR>
      <I>Sun Aug 27 14:11:51 MDT 2017</I>
      <P><UL><LI>Previous message: <A HREF="1.html">[list] Sliders</A></li></UL><HR>
      <!--beginarticle-->
      <PRE>""";

  private static final String AFTER = "\n</PRE>\n<!--endarticle-->\n<HR></BODY></HTML>";
  private static final String ATTRIBUTION =
      """
      On Sun, Aug 27, 2017 at 2:43 PM, Bob &lt;<A HREF="l">bob at example.org</A>&gt;
      wrote:
      """;
  private static final String QUOTED =
      """
      &gt;<i> Ah sorry, I failed to paste the first line of the method.
      </I>&gt;<i>
      </I>&gt;<i>     origin = request.getHeader('Origin')
      </I>&gt;&gt;<i> Can you see, <A HREF="http://a.example">http://a.example</A> is
      </I>&gt;&gt;<i> not allowed access?
      </I>""";

  private final MainText mainText = new MainText(TextSettings.MAIN);

  @Test
  void shouldTakeOutWhatAMailBelowItsOwnTextQuotes() {
    MainText.Extracted mail =
        html(BEFORE + "WOW! That did it.\n\nAnn\n\n" + ATTRIBUTION + "\n" + QUOTED + AFTER);
    assertThat(mail.text()).endsWith("WOW! That did it. Ann").contains("[list] Sliders");
    assertThat(mail.rest().toString())
        .contains("On Sun, Aug 27, 2017", "wrote: > Ah sorry", "not allowed access?");
  }

  /** Greek and Arabic, which the lists do not have. */
  @ParameterizedTest
  @ValueSource(
      strings = {"Στις 27 Αυγούστου 2017 η Άννα έγραψε:\n", "كتبت آنا في 27 أغسطس 2017:\n"})
  void shouldKeepQuotesInLanguagesThatAreNotInTheLists(String attribution) {
    MainText.Extracted mail = html(BEFORE + "Ναι.\n\n" + attribution + "\n" + QUOTED + AFTER);
    assertThat(mail.text()).contains(attribution.strip(), "Ah sorry", "not allowed access?");
  }

  @Test
  void shouldTakeOutQuotesOfAnyLanguageByDateAndAddress() {
    String attribution = "Στις 27 Αυγούστου 2017 η Άννα &lt;ann@example.org&gt;:\n";
    MainText.Extracted mail = html(BEFORE + "Ναι.\n\n" + attribution + "\n" + QUOTED + AFTER);
    assertThat(mail.text()).endsWith("Ναι.");
  }

  @Test
  void shouldTakeOutQuotesThatAreAnsweredPieceByPiece() {
    String reply = "\nNo, I can not.\n\n&gt;<i> Thanks for any help.\n</I>\nYou are welcome.\n";
    assertThat(html(BEFORE + ATTRIBUTION + QUOTED + reply + AFTER).text())
        .endsWith("No, I can not.\nYou are welcome.");
  }

  @Test
  void shouldTakeOutQuotesThatBeginWithTheirAttribution() {
    String quote =
        """
        &gt;<i> On Feb 9, 2016, at 12:08 PM, Bob &lt;bob at example.org&gt; wrote:
        </I>&gt;<i>
        </I>&gt;&gt;<i> There is a known issue.
        </I>&gt;<i> Thanks for the write-up.
        </I>
        One of these issues is fixed.
        """;
    assertThat(html(BEFORE + quote + AFTER).text())
        .endsWith("One of these issues is fixed.")
        .doesNotContain("known", "write-up", "wrote");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bob wrote:",
        "bob at example.org writes:",
        "Am 3. Mai 2012 um 12:01 schrieb Bob <bob@example.org>:",
        "Le lun. 3 mai 2021 à 10:00, Bob <bob@example.org> a écrit :",
        "El 03/05/12 10:00, Bob escribió:",
        "Quoting Bob <bob@example.org>:",
        "2010/11/16 Bob <bob at example.org>:",
        "> On Nov 5, 2019, at 12:20 PM, Bob <bob at example.org> wrote:\n>",
        "> On Wed, 8 Aug 2018 at 11:58 AM Bob <\n> bob at example.org> wrote:",
      })
  void shouldRecogniseAttributions(String line) {
    MainText.Extracted mail = lines("Hello Bob\n\n" + line + "\n> Is it so?\nYes.");
    assertThat(mail.text()).isEqualTo("Hello Bob\nYes.");
    assertThat(mail.rest().toString()).isEqualTo(line + "\n> Is it so?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "An example:\n> x <- c(1, 2)\n> mean(x)\n[1] 1.5",
        "Literate Haskell:\n\n> main = print 1\n\nThat is all.",
        "5,6c5,6\n< one\n---\n> two\n> three",
        "$ diff a b\n> He wrote:\n> two",
        "Try this:\n>>> print(1)\n1",
        ">From now on, Bob wrote:\n>From here",
        "Bob wrote:\nIs it so?\n-> no\n=> yes",
        "So Bob wrote:\n\nnothing.\n\n> cd /tmp\n> ls",
      })
  void shouldKeepOtherLinesWithMarks(String text) {
    String escaped = text.replace("<", "&lt;").replace(">", "&gt;");
    assertThat(html("<h1>Marks</h1><pre>" + escaped + "</pre>").text())
        .isEqualTo("Marks\n" + text.replaceAll("\n+", " "));
    assertThat(lines(text).text()).isEqualTo(text.replaceAll("\n+", "\n"));
  }

  @Test
  void shouldKeepPythonPromptsOfAMail() {
    String mail = "Bob wrote:\n> Is it so?\nYes:\n>>> 1 == 1\nTrue";
    assertThat(lines(mail).text()).isEqualTo("Yes:\n>>> 1 == 1\nTrue");
  }

  @Test
  void shouldKeepAQuoteThatIsAllAMailSays() {
    String text = html(BEFORE + ATTRIBUTION + QUOTED + AFTER).text();
    assertThat(text).contains("wrote: > Ah sorry", "not allowed access?");
    assertThat(lines("Bob wrote:\n> Is it so?\n--").text()).contains("Is it so?");
  }

  @Test
  void shouldKeepLinesWithMarksOutsideOfPreformattedText() {
    String forum = "<p>Bob wrote:<br>&gt; a quote of the post before it<p>An answer to that.";
    assertThat(html(forum).text()).contains("a quote");
  }

  @Test
  void shouldKeepAllWhereAllVisibleTextCounts() {
    Utf8Text text = Utf8Text.of("Bob wrote:\n> Is it so?\nYes.");
    assertThat(new MainText(TextSettings.VISIBLE).extract(text).compared()).isEqualTo(text);
  }

  @Test
  void shouldShowQuotesAsBlocks() {
    String page = "<pre>Yes.\n\nBob wrote:\n&gt; Is it so?\n&gt; Or not?\n\nBye.</pre>";
    assertThat(MainTextExplainer.explain(Outlines.of(page), ""))
        .extracting(block -> block.text() + " " + block.kept())
        .containsExactly("Yes. true", "Bob wrote: > Is it so? > Or not? false", "Bye. true");
    assertThat(MainTextExplainer.explain(Outlines.of(page), "").get(1).reason())
        .isEqualTo("quoted mail");
  }

  @Test
  void shouldKnowWhereLinesOfPreformattedTextBegin() {
    Outline outline =
        Outlines.of("<p>a<pre>\nb  <i>c\n</i>\n d<b>e\n</b><span hidden>\nf</span>\ng</pre>h");
    String text = new String(outline.utf8(), 0, outline.length(), UTF_8);
    assertThat(text).isEqualTo("ab c defgh");
    assertThat(Arrays.stream(outline.lines()).distinct()).containsExactly(1, 5, 7, 8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "> a wrote:\n",
        "wrote:\n>\n",
        "\n",
        "> > > > > > > > ",
        "</pre><pre>a wrote:\n> b\nc",
        "x wrote: ",
      })
  void shouldReadLongTextsOfAnyKind(String unit) {
    String text = "a wrote:\n" + unit.repeat(200_000) + "\nb";
    String own = html("<pre>" + text).text() + lines(text).text();
    assertThat(own).contains("b");
  }

  private MainText.Extracted html(String page) {
    return mainText.extract(Outlines.of(page), "");
  }

  private MainText.Extracted lines(String text) {
    return mainText.extract(Utf8Text.of(text.replaceAll("\n+", "\n")));
  }
}
