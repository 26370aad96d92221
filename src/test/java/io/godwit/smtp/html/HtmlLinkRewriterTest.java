package io.godwit.smtp.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlLinkRewriterTest {

    private static final String NEW = "https://t.test/c/x";

    @Test
    void anAddressIsReplacedWhateverItsQuotes() {
        assertThat(replaced("<a href=\"http://a.test/\">A</a>")).isEqualTo("<a href=\"" + NEW + "\">A</a>");
        assertThat(replaced("<a href='http://a.test/'>A</a>")).isEqualTo("<a href='" + NEW + "'>A</a>");
        assertThat(replaced("<a href=http://a.test/>A</a>")).isEqualTo("<a href=" + NEW + ">A</a>");
        assertThat(replaced("<A  CLASS=b\n HREF = \"http://a.test/\" id=c>A</A>"))
                .isEqualTo("<A  CLASS=b\n HREF = \"" + NEW + "\" id=c>A</A>");
        assertThat(replaced("<map><area shape=rect href=\"http://a.test/\"/></map>"))
                .isEqualTo("<map><area shape=rect href=\"" + NEW + "\"/></map>");
    }

    @Test
    void theAddressIsTheOneAReaderWouldFollow() {
        assertThat(links("<a href=\"http://a.test/?a=1&amp;b=2&copy=3&#38;c=&#x3D;\">A</a>"))
                .containsExactly("http://a.test/?a=1&b=2&copy=3&c==");
        assertThat(links("<a title='x href=\"http://no.test\"' href='http://a.test/'>A</a>"))
                .containsExactly("http://a.test/");
        assertThat(links("<a href='http://first.test/' href='http://second.test/'>A</a>"))
                .containsExactly("http://first.test/");
        assertThat(links("<a data-href='http://no.test/'>A</a><abbr href='http://no.test/'>"))
                .isEmpty();
    }

    /** Byte for byte as they were; the link between them shows that the pass went on. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!--[if mso]><a href=\"http://a.test/\">A</a><v:roundrect href=\"http://a.test/\"><![endif]-->",
                "<![if !mso]><p>x</p><![endif]>",
                "<!--><p>x</p>",
                "<!-- > <a href='http://a.test/'> -- -->",
                "<style>a[href='http://a.test/'] > b { content: \"</a>\" }</style>",
                "<script>document.write('<a href=\"http://a.test/\">')</script>",
                "<title><a href='http://a.test/'></title>",
                "<v:roundrect xmlns:v=\"urn:x\" href=\"http://a.test/\">",
                "<p title='<a href=\"http://a.test/\">'>&nbsp;&eacute;&#8203;&zwnj;</p>",
                "a < b && c > d <3 <a>no link</a> <a name=\"x\">",
                "<link rel=stylesheet href=\"http://a.test/x.css\"><base href='http://a.test/'>",
                "<a clicktracking=off href=\"http://a.test/\">A</a>",
                "<p>\r\n\ttab\u0000\ud83d\ude00 ünï</p>",
                "<A\tHREF>x</A><a href=>y</a>"
            })
    void everythingElseStaysAsItWas(String html) {
        var link = "<a href=\"http://b.test/\">B</a>";

        assertThat(HtmlLinkRewriter.replace(html + link + html, HtmlLinkRewriterTest::other, ""))
                .isEqualTo(html + "<a href=\"" + NEW + "\">B</a>" + html);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a href=\"http://a.test/",
                "<a href='http://a.test/'",
                "<a href=http://a.test/",
                "<!-- ",
                "<a",
                "<"
            })
    void whatNeverEndsIsLeftAlone(String html) {
        assertThat(HtmlLinkRewriter.replace(html, HtmlLinkRewriterTest::other, ""))
                .isEqualTo(html);
    }

    @Test
    void theLastPieceStandsBeforeTheEndOfTheBody() {
        assertThat(HtmlLinkRewriter.replace(
                        "<body><a href='http://b.test/'>B</a></body></html>", HtmlLinkRewriterTest::other, "+"))
                .isEqualTo("<body><a href='" + NEW + "'>B</a>+</body></html>");
        assertThat(HtmlLinkRewriter.replace("<p>x</p>", HtmlLinkRewriterTest::other, "+"))
                .isEqualTo("<p>x</p>+");
        assertThat(HtmlLinkRewriter.replace("<body>x<!-- </body> --></BODY >", HtmlLinkRewriterTest::other, "+"))
                .isEqualTo("<body>x<!-- </body> -->+</BODY >");
    }

    /** Programs that show the email hide what follows the begin of something that never ends. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<p>x</p><!-- never closed               | <p>x</p>+<!-- never closed",
                "<p>x</p><!-- </body>                    | <p>x</p>+<!-- </body>",
                "<p>x</p><!--[if mso]><p>y</p></body>    | <p>x</p>+<!--[if mso]><p>y</p></body>",
                "<p>x</p><!--                            | <p>x</p>+<!--",
                "<p>x</p><!--!>                          | <p>x</p>+<!--!>",
                "<p>x</p><style>p { color: red }</body>  | <p>x</p>+<style>p { color: red }</body>",
                "<p>x</p><style></style                  | <p>x</p>+<style></style",
                "<p>x</p><a href=\"http://b.test/>B</a>  | <p>x</p>+<a href=\"http://b.test/>B</a>",
                "<p>x</p><![CDATA[                       | <p>x</p>+<![CDATA[",
                "<body>x</body><!-- never closed         | <body>x+</body><!-- never closed",
                "<p>x</p><!-- closed -->                 | <p>x</p><!-- closed -->+",
                "<p>x</p><!-->                           | <p>x</p><!-->+",
                "<p>x</p><!-- closed --!>                | <p>x</p><!-- closed --!>+",
                "<style></style>                         | <style></style>+",
                "<p title='>'>                           | <p title='>'>+"
            })
    void theLastPieceStandsBeforeWhatNeverEnds(String html, String expected) {
        assertThat(HtmlLinkRewriter.replace(html, address -> address, "+")).isEqualTo(expected);
    }

    @Test
    void anythingAtAllComesOutAsItWasWhenNothingIsReplaced() {
        var random = new Random(11);
        var pieces = List.of(
                "<",
                ">",
                "a",
                " ",
                "href",
                "=",
                "\"",
                "'",
                "<a href=\"http://b.test/\">",
                "</a>",
                "<!--",
                "-->",
                "<style>",
                "</style>",
                "/",
                "&amp;",
                "</body>",
                "<![endif]>",
                "\n",
                "x");
        for (int each = 0; each < 5_000; each++) {
            var html = new StringBuilder();
            for (int piece = random.nextInt(40); piece >= 0; piece--) {
                html.append(pieces.get(random.nextInt(pieces.size())));
            }

            assertThat(HtmlLinkRewriter.replace(html.toString(), address -> address, ""))
                    .isEqualTo(html.toString());
            HtmlLinkRewriter.replace(html.toString(), HtmlLinkRewriterTest::other, "+");
        }
    }

    /** Such a body of 360 KB took 12 s, of 2 MB six minutes. */
    @ParameterizedTest
    @ValueSource(strings = {"<!--[if]>", "<!--[if-->", "<!--[if x]><!--!>", "<!--[if]><!--"})
    void aBodyOfConditionsIsReadSoon(String unit) {
        var html = unit.repeat((2 << 20) / unit.length()) + "--><a href=\"http://a.test/\">A</a>";

        var links = assertTimeoutPreemptively(Duration.ofSeconds(5), () -> links(html));

        assertThat(links).contains("http://a.test/");
    }

    private static String replaced(String html) {
        return HtmlLinkRewriter.replace(html, ignored -> NEW, "");
    }

    private static String other(String address) {
        return address.equals("http://b.test/") ? NEW : address;
    }

    private static List<String> links(String html) {
        var links = new ArrayList<String>();
        HtmlLinkRewriter.replace(
                html,
                address -> {
                    links.add(address);
                    return address;
                },
                "");
        return links;
    }

    @Test
    void linksOfShapesThatOnlyOutlookReadsAreReplaced() {
        var html =
                "<!--[if mso]><v:roundrect href=\"https://a.example/\"><center>Buy</center></v:roundrect><![endif]-->"
                        + "<!-- <a href=\"https://b.example/\">no</a> --><a href=\"https://c.example/\">Buy</a>";

        assertThat(HtmlLinkRewriter.replace(html, address -> address.replace("example", "tracked"), ""))
                .contains("https://a.tracked/", "https://b.example/", "https://c.tracked/");
    }
}
