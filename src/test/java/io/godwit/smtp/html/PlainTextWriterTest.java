package io.godwit.smtp.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.Elapsed;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTextWriterTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<p>One</p><p>Two</p> | One\\n\\nTwo",
                "<h1>Big</h1>text <b>bold</b>  and\\n more | Big\\n\\ntext bold and more",
                "a<br>b<br/><br>c | a\\nb\\n\\nc",
                "<a href=\"https://x.test/?a=1&amp;b=2\">Shop</a> now | Shop (https://x.test/?a=1&b=2) now",
                "<a href='https://x.test'>https://x.test</a> | https://x.test",
                "<a href='https://x.test'>x.test</a> | x.test",
                "<a href='mailto:a@x.test'>Write</a> | Write (a@x.test)",
                "<a href='javascript:alert(1)'>Click</a> | Click",
                "<a href=#top>Top</a> | Top",
                "<a href='https://x.test'><img src=x alt='Our logo'></a> | Our logo (https://x.test)",
                "<a href='https://x.test'><img src=x></a> | https://x.test",
                "<ul><li>One<li>Two</ul>after | - One\\n- Two\\n\\nafter",
                "<ol><li>One</li><li>Two</li></ol> | 1. One\\n2. Two",
                "<ul><li>One<ul><li>Deep</li></ul></li><li>Two</li></ul> | - One\\n  - Deep\\n- Two",
                "<table><tr><td>Tea</td><td>3</td></tr><tr><td>Milk</td><td>1</td></tr></table> | Tea  3\\nMilk  1",
                "<script>alert('<p>no</p>')</script>yes<style>p{}</style> | yes",
                "<head><title>No</title></head><body>yes</body> | yes",
                "<!-- <p>no</p> -->yes<![endif]--> | yes",
                "1 &lt; 2 &amp; 3 &euro; &#128512; &nbsp;x | 1 < 2 & 3 € \uD83D\uDE00 x",
                "1 < 2 and <3 | 1 < 2 and <3",
                "<p title='a > b'>yes</p> | yes",
                "<pre>a\\n  b</pre> | a\\n  b",
                "x<hr>y | x\\n\\n---\\n\\ny",
                "no markup at all | no markup at all"
            })
    void htmlReadsAsText(String html, String text) {
        assertThat(PlainTextWriter.convert(html.replace("\\n", "\n"))).isEqualTo(text.replace("\\n", "\n"));
    }

    @Test
    void previewFillersAreLeftOut() {
        assertThat(PlainTextWriter.convert("<div>Hi&shy;&#8203;&zwnj;</div>")).startsWith("Hi");
        assertThat(PlainTextWriter.convert("<div>a&#847;b&#65279;</div>")).isEqualTo("ab");
    }

    @Test
    void aPreviewFilledWithInvisibleCharactersLeavesNoneOfThem() {
        assertThat(PlainTextWriter.convert(
                        "<div>On its way<div>" + "&nbsp;&zwnj;&#8203;&zwj;&lrm;&rlm;&#65279;".repeat(99)
                                + "</div></div><p>&zwj;</p><p>Hello</p>"))
                .isEqualTo("On its way\n\nHello");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
                "\u200f\u05e9\u05dc\u05d5\u05dd C++\u200f!",
                "\ud83d\udc69\u200d\ud83d\udcbb \u200eC++\u200e"
            })
    void marksInsideAWordAndAroundItStay(String words) {
        assertThat(PlainTextWriter.convert("<p>" + words + "</p>")).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<a href=https://x.test>A</a><a href=https://y.test>B</a> | A (https://x.test) B (https://y.test)",
                "<a href=https://x.test><img src=x></a><a href=https://y.test><img></a> | https://x.test https://y.test",
                "At<a href=https://x.test><img src=x alt=''></a>now | At https://x.test now",
                "<a href=https://x.test>A</a>. (<a href=https://y.test>B</a>), c | A (https://x.test). (B (https://y.test)), c",
                "<img alt=one><img alt=two>, three | one two, three"
            })
    void noWordIsGluedToAnAddressOrAPicture(String html, String text) {
        assertThat(PlainTextWriter.convert(html)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "<select><option>Red<option>Blue</select>, Red Blue",
        "<details><summary>Why</summary>Because</details>, Why Because",
        "<fieldset><legend>Size</legend>Large</fieldset>, Size Large"
    })
    void partsOfAFormAreWordsOfTheirOwn(String html, String words) {
        assertThat(PlainTextWriter.convert(html)).isEqualToNormalizingWhitespace(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<",
                "<a href=\"",
                "<!--",
                "<script>",
                "</",
                "<a",
                "&",
                "<li>",
                "<ul>",
                "<pre>",
                "&lrm;",
                "</ul>",
                "<p x='"
            })
    void brokenHtmlIsReadInOnePass(String part) {
        assertThat(Elapsed.ofProcessor(() -> PlainTextWriter.convert(part.repeat(100_000))))
                .isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void anAddressComesOutOfNoOtherAttribute() {
        assertThat(PlainTextWriter.convert(
                        "<a title=\"see href=http://other.example/\" href='https://one.example/'>One</a>"))
                .isEqualTo("One (https://one.example/)");
    }
}
