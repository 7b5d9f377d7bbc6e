//! Reports the memory of the machine, and the memory and processor time of this process.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod other;

#[cfg(target_os = "linux")]
use linux as system;
#[cfg(not(target_os = "linux"))]
use other as system;

pub use system::{POLL_INTERVAL, available_memory, peak_memory, processor_time, taken_memory, total_memory};

#[cfg(test)]
mod tests {
    use super::{available_memory, processor_time, taken_memory, total_memory};

    #[test]
    fn memory_that_is_allocated_counts() {
        const BLOCK: u64 = 64 << 20;
        let (total, available) = (total_memory().unwrap(), available_memory().unwrap());
        assert!(0 < available && available <= total, "{available} of {total} bytes available");
        // The system counts only pages that have been written, so write to each page. An increase cannot be tested,
        // because other tests take and free memory at the same time.
        let block = std::hint::black_box(vec![1_u8; usize::try_from(BLOCK).unwrap()]);
        let taken = taken_memory().unwrap();
        assert!(BLOCK <= taken && taken < total, "{taken} of {total} bytes taken, {} of them here", block.len());
    }

    #[test]
    fn processor_time_passes() {
        let before = processor_time().unwrap();
        while processor_time().unwrap() == before {
            std::hint::spin_loop();
        }
    }
}
