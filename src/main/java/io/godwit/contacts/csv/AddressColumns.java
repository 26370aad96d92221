package io.godwit.contacts.csv;

import java.util.List;
import java.util.Locale;

/**
 * The names that exports of mail tools give to the column of addresses: {@code Email Address}, {@code E-mail}, {@code mail}, …
 */
public final class AddressColumns {

    /** The names of columns of addresses, without case, blanks and signs; the first that a file has is taken. */
    private static final List<String> NAMES = List.of(
            "email",
            "emailaddress",
            "mail",
            "mailaddress",
            "subscriberemail",
            "contactemail",
            "primaryemail",
            "emailadresse",
            "adresseemail",
            "adressemail",
            "courriel",
            "correoelectronico",
            "correoelectr\u00f3nico",
            "indirizzoemail",
            "customeremail",
            "useremail",
            "email1value",
            "email1",
            "recipient",
            "recipientemail",
            "subscriber");

    private AddressColumns() {}

    /** Answers the place of the column in a header, -1 when it has none. */
    public static int find(List<String> header) {
        var names = header.stream().map(AddressColumns::plain).toList();
        return NAMES.stream()
                .mapToInt(names::indexOf)
                .filter(at -> at >= 0)
                .findFirst()
                .orElse(-1);
    }

    /** A name in lower case with its letters and digits alone. */
    public static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{Nd}]", "");
    }
}
