package io.godwit.domains;

import java.net.http.HttpResponse;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A whole answer in a form in which it can be compared with that about another domain. */
final class AnswerTranscript {

    /** Header fields that differ from answer to answer. */
    private static final Set<String> CHANGING =
            Set.of("date", "x-request-id", "ratelimit-remaining", "ratelimit-reset", "content-length");

    /** Ids, times, keys and their selectors. */
    private static final Pattern VALUES = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
            + "|\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z|(?<=\"time\":)\\d+|[A-Za-z0-9+/]{60,}=*|godwit-[0-9a-f]+");

    private AnswerTranscript() {}

    /** The status, the header and the body, without the domain and all that differs from call to call. */
    static String of(HttpResponse<String> answer, String domain) {
        var fields = answer.headers().map().entrySet().stream()
                .filter(field -> !CHANGING.contains(field.getKey()))
                .map(field -> field.getKey() + ": " + field.getValue())
                .sorted()
                .collect(Collectors.joining("\n"));
        var length = answer.statusCode() < 400
                ? ""
                : answer.headers().firstValue("content-length").orElse("");
        return answer.statusCode() + "\n" + fields + "\n" + length + "\n"
                + VALUES.matcher(answer.body().replace(domain, "DOMAIN")).replaceAll("VALUE");
    }
}
