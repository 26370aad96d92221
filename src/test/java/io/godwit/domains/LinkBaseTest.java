package io.godwit.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkBaseTest {

    @ParameterizedTest
    @CsvSource({
        "http://localhost:8080, , http://links.shop.example:8080",
        "https://mail.example.com, true, https://links.shop.example",
        "https://mail.example.com:8443/godwit, true, https://links.shop.example:8443/godwit",
        "http://mail.example.com:8080, true, https://links.shop.example",
        "https://mail.example.com:8443/godwit, false, http://links.shop.example/godwit",
        "https://mail.example.com:8443, true, https://links.shop.example:8443"
    })
    void aLinkDiffersFromOursInItsHostAndWhatTheOperatorSays(String publicUrl, Boolean tls, String links) {
        var base = LinkBase.of(publicUrl, Optional.ofNullable(tls));

        assertThat(base.orElseThrow().at("links.shop.example")).isEqualTo(links);
    }

    @Test
    void behindTlsNobodyHasAHostOfTheirOwnBeforeTheOperatorSaysThatItHasACertificate() {
        assertThat(LinkBase.of("https://mail.example.com", Optional.empty())).isEmpty();
    }
}
