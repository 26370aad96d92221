package io.godwit.contacts.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.contacts.AddressSignature;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class AddressBlockTest {

    private static List<String> addresses(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> "someone" + number * 7_919 + "@example" + number % 10 + ".com")
                .toList();
    }

    private static String text(List<String> addresses) {
        return new AddressBlock(addresses).text();
    }

    @Test
    void mergedBlocksKeepEachAddressOnceAndOnlyTheLastIsNotFull() {
        var addresses = addresses(500);
        var texts = Stream.of(addresses.subList(0, 300), addresses.subList(200, 500))
                .map(AddressBlockTest::text)
                .toList();

        var merged = AddressBlock.merge(texts);

        assertThat(merged.stream().flatMap(block -> block.addresses().stream())).containsExactlyElementsOf(addresses);
        assertThat(merged).hasSizeGreaterThan(3).allSatisfy(block -> assertThat(
                        block.text().getBytes(StandardCharsets.UTF_8))
                .hasSizeLessThanOrEqualTo(AddressBlock.MAX_BYTES));
        assertThat(merged.subList(0, merged.size() - 1))
                .allSatisfy(block -> assertThat(block.text()).hasSizeGreaterThan(AddressBlock.MAX_BYTES - 254));
    }

    @Test
    void blocksWithoutAddressesMakeNone() {
        assertThat(AddressBlock.merge(List.of("\n", "\n\n"))).isEmpty();
    }

    @Test
    void everyPartOfAnAddressIsAdmittedByTheSignature() {
        var addresses = List.of("grace.hopper@navy.example", "ünïcödé@пример.test", "a@b.c");

        var signature = AddressSignature.of(addresses);

        for (var address : addresses) {
            for (var from = 0; from < address.length(); from++) {
                for (var to = from + 1; to <= address.length(); to++) {
                    assertThat(admits(signature, address.substring(from, to))).isTrue();
                }
            }
        }
    }

    /** A signature that admitted everything would pass the test above. */
    @Test
    void mostTextsThatAFullBlockDoesNotHaveAreKeptOut() {
        var block = AddressBlock.merge(List.of(text(addresses(200)))).get(0);
        var strange = IntStream.range(0, 1_000)
                .mapToObj(number -> Integer.toString(number * 46_337 + 50_000, Character.MAX_RADIX))
                .filter(text -> !block.text().contains(text))
                .collect(Collectors.toList());

        var admitted =
                strange.stream().filter(text -> admits(block.signature(), text)).count();

        assertThat(strange).hasSizeGreaterThan(900);
        assertThat(admitted).isLessThan(strange.size() / 10);
    }

    /** Stored signatures would be wrong for another computation. */
    @Test
    void theBitsOfATextStayAsTheyAre() {
        assertThat(AddressSignature.bits("ab")).isEmpty();
        assertThat(AddressSignature.bits("zqx")).containsExactly(5552);
        assertThat(AddressSignature.bits("abc1299")).containsExactly(383, 1923, 6805, 6775);
    }

    private static boolean admits(byte[] signature, String text) {
        return AddressSignature.bits(text).stream()
                .allMatch(bit -> (signature[bit / Byte.SIZE] >> (bit % Byte.SIZE) & 1) == 1);
    }
}
