package io.godwit.addresses;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.EditDistance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A slip of the fingers is recognised; an honest domain is left alone. */
class TypoDetectorTest {

    private static final DomainLists LISTS = DomainLists.load();

    private final TypoDetector typos = new TypoDetector(LISTS);

    @ParameterizedTest
    @CsvSource({
        "gmial.com, gmail.com",
        "gmai.com, gmail.com",
        "gmaill.com, gmail.com",
        "mgail.com, gmail.com",
        "gmail.co, gmail.com",
        "gmail.cm, gmail.com",
        "gmail.con, gmail.com",
        "gmial.cmo, gmail.com",
        "hotmial.com, hotmail.com",
        "hotmail.co, hotmail.com",
        "outlok.com, outlook.com",
        "yaho.com, yahoo.com",
        "yahooo.co.uk, yahoo.co.uk",
        "yhaoo.fr, yahoo.fr",
        "protnomial.com, protonmail.com",
        "iclod.com, icloud.com",
        "comcast.ner, comcast.net",
        "acme.con, acme.com",
        "mail.acme.cmo, mail.acme.com",
        "gmial.test, gmail.test",
    })
    void aMistypedDomainIsMended(String typed, String meant) {
        var suggestion = typos.suggest(typed);

        assertThat(suggestion).contains(meant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gmail.com",
                "googlemail.com",
                "outlook.cz",
                "outlook.de",
                "yahoo.co.uk",
                "hotmail.fr",
                "email.com",
                "mail.com",
                "ymail.com",
                "cloud.com",
                "box.com",
                "mail.acme.com",
                "gmail.acme.org",
                "orange.com",
                "acme.co",
                "acme.io",
                "example.test",
                "mozmail.com",
                "firstmail.net",
                "t-online.de",
                "xn--bcher-kva.de",
                "proton.me"
            })
    void anHonestDomainIsLeftAlone(String domain) {
        var suggestion = typos.suggest(domain);

        assertThat(suggestion).isEmpty();
    }

    @Test
    void noProviderIsTakenForAnother() {
        var doubted = LISTS.providers().stream()
                .filter(provider -> typos.suggest(provider).isPresent())
                .toList();

        assertThat(doubted).isEmpty();
    }

    @Test
    void aThrowAwayDomainIsNotPersonalAndAForwarderIsNotThrowAway() {
        assertThat(LISTS.isDisposable("any.mailinator.com")).isTrue();
        assertThat(LISTS.isPersonal("mailinator.com")).isFalse();
        assertThat(LISTS.isAlias("box.anonaddy.com")).isTrue();
        assertThat(LISTS.isDisposable("anonaddy.com")).isFalse();
        assertThat(LISTS.isPersonal("gmail.com")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"kitten, kitten, 0", "ab, ba, 1", "gmial, gmail, 1", "abc, '', 3", "kitten, sitting, 3"})
    void distanceCountsSlips(String from, String to, int slips) {
        assertThat(EditDistance.between(from, to)).isEqualTo(slips);
    }
}
