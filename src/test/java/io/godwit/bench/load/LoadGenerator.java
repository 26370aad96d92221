package io.godwit.bench.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A process that makes load: a {@link LoadPlan} as a line of JSON on standard input, its {@link LoadResult} as a line on standard
 * output. It lives through all runs, so that it is compiled and warm in each; it ends with its input.
 */
final class LoadGenerator {

    private LoadGenerator() {}

    public static void main(String[] args) throws Exception {
        var json = new ObjectMapper();
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (var load = new LoadRun()) {
            for (var line = input.readLine(); line != null; line = input.readLine()) {
                var measured = load.drive(json.readValue(line, LoadPlan.class));
                System.out.println(json.writeValueAsString(measured));
            }
        }
    }
}
