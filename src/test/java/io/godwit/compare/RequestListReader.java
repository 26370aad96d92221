package io.godwit.compare;

import io.godwit.compare.RecordedRequest.Kept;
import io.godwit.compare.RecordedRequest.Origin;
import io.godwit.compare.RecordedRequest.RequestContent;
import io.godwit.compare.RecordedRequest.Sequel;
import io.godwit.compare.RecordedRequest.Until;
import io.godwit.compare.RecordedRequest.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads a list of requests. {@code [contacts]} begins a chapter, {@code #} a comment; each other line without indentation is a
 * request, {@code CALLER METHOD TARGET [JSON]}, and the indented lines below it say more about it:
 *
 * <pre>
 * keep NAME POINTER [REGEX]    keeps a value of the answer for later requests, which write $NAME
 * until POINTER VALUE          repeats the request until the answer has this value
 * header NAME: VALUE           one more header
 * file FIELD NAME TYPE TEXT    sends a form with one file; \n in its text is a line end, \x01 an octet below 80
 * once                         derives no wrong requests from it
 * uncompared                   is only there for the values it keeps
 * access                       derives only those that credentials, ids or the method make wrong
 * </pre>
 */
final class RequestListReader {

    private static final Pattern OCTET = Pattern.compile("\\\\x([0-7][0-9a-f])");
    private static final String BOUNDARY = "godwit-compare";

    private final EndpointPatterns patterns;
    private final List<RecordedRequest> requests = new ArrayList<>();
    private String chapter = "";

    private RequestListReader(EndpointPatterns patterns) {
        this.patterns = patterns;
    }

    /** The requests of a list, right ones only; throws an {@link IllegalArgumentException} that names a line it cannot read. */
    static List<RecordedRequest> read(List<String> lines, EndpointPatterns patterns) {
        var reader = new RequestListReader(patterns);
        lines.stream().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(reader::read);
        return List.copyOf(reader.requests);
    }

    private void read(String line) {
        if (line.startsWith("[")) {
            chapter = line.substring(1, line.indexOf(']'));
        } else if (line.startsWith(" ")) {
            var last = requests.size() - 1;
            requests.set(last, detailed(requests.get(last), line.strip()));
        } else {
            requests.add(request(line));
        }
    }

    private RecordedRequest request(String line) {
        var words = line.split(" ", 4);
        if (words.length < 3) {
            throw new IllegalArgumentException("No request: " + line);
        }
        var content = words.length > 3
                ? new RequestContent(Optional.of(words[3]), Map.of("Content-Type", "application/json"))
                : new RequestContent(Optional.empty(), Map.of());
        return new RecordedRequest(
                new Origin(chapter, patterns.route(words[1], words[2]), ""),
                RequestCaller.valueOf(words[0].toUpperCase(Locale.ROOT)),
                words[1],
                words[2],
                content,
                Sequel.NOTHING.deriving(Variants.ALL));
    }

    private static RecordedRequest detailed(RecordedRequest request, String detail) {
        var words = detail.split(" ", 2);
        var sequel = request.sequel();
        return switch (words[0]) {
            case "keep" -> request.with(sequel.keep(kept(words[1])));
            case "until" -> request.with(sequel.until(until(words[1])));
            case "once" -> request.with(sequel.deriving(Variants.NONE));
            case "uncompared" -> request.with(sequel.uncompared());
            case "access" -> request.with(sequel.deriving(Variants.ACCESS));
            case "header" -> request.with(header(request.content(), words[1]));
            case "file" -> request.with(form(words[1].split(" ", 4)));
            default -> throw new IllegalArgumentException("No detail of a request: " + detail);
        };
    }

    private static Kept kept(String text) {
        var words = text.split(" ", 3);
        var part = words.length > 2 ? Optional.of(Pattern.compile(words[2])) : Optional.<Pattern>empty();
        return new Kept(words[0], words[1], part);
    }

    private static Until until(String text) {
        var words = text.split(" ", 2);
        return new Until(words[0], words[1]);
    }

    private static RequestContent header(RequestContent content, String text) {
        var words = text.split(": ", 2);
        return content.with(words[0], words[1]);
    }

    private static String text(String text) {
        return OCTET.matcher(text.replace("\\n", "\n"))
                .replaceAll(octet -> Character.toString((char) Integer.parseInt(octet.group(1), 16)));
    }

    /** The words are the field, the name of the file, its type and its text. */
    private static RequestContent form(String[] words) {
        var form = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + words[0] + "\"; filename=\""
                + words[1] + "\"\r\nContent-Type: " + words[2] + "\r\n\r\n" + text(words[3]) + "\r\n--"
                + BOUNDARY + "--\r\n";
        return new RequestContent(
                Optional.of(form), Map.of("Content-Type", "multipart/form-data; boundary=" + BOUNDARY));
    }
}
