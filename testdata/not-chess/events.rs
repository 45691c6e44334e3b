const TAGS: [&str; 2] = ["[Event", "[Site"];
fn main() {
    // a -- b
    println!("[Event {}", 1 - 0);
}
