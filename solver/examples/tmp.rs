use solver::{chips::*, control::*, discrete::*, games::bidding_chess::*, graph::Player};
use std::sync::atomic::AtomicBool;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let board: Board = a[2].parse().unwrap();
    let m = Material::parse(&a[1]).unwrap().0;
    let fam = Ending::family(board, &[m]).unwrap();
    let stop = AtomicBool::new(false);
    let t = Instant::now();
    let w = if a[3] == "all" { Wanted::All } else { Wanted::Between(0, a[3].parse().unwrap()) };
    let rule = Rule { tie_break: TieBreak::Advantage, claimant: Player::Left };
    let r = solve_family(&fam, rule, w, Control::new("", &Silent, &stop)).unwrap();
    println!("solve {:?}", t.elapsed());
    let certs = certify_family(&fam, &r);
    for ((e, t), c) in fam.iter().zip(&r).zip(&certs) {
        println!(
            "{} {:?} classes {} tables {} rows {:?} bytes {}",
            e.material(),
            t.range,
            t.tables.number.len(),
            t.tables.distinct.len(),
            t.labels.as_ref().map(|l| l.distinct.len()),
            c.bytes.len()
        );
        std::fs::write(format!("/tmp/chips-{}.cbor", e.file_name().replace(".cbor", "")), &c.bytes).unwrap();
    }
    println!("total {:?}", t.elapsed());
}
