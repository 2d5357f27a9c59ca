//! The same as browser.c, in Rust, using only the standard library:
//!
//!     rustc -L PREFIX/lib browser.rs && LD_LIBRARY_PATH=PREFIX/lib ./browser

use std::ffi::CStr;
use std::os::raw::{c_char, c_int};
use std::ptr::{null, null_mut};

#[repr(C)]
struct RawTab {
    id: i64,
    window: i64,
    group: i64,
    title: *const c_char,
    title_length: usize,
    url: *const c_char,
    url_length: usize,
    flags: u32,
}

#[link(name = "retrace")]
extern "C" {
    fn retrace_message() -> *const c_char;
    fn retrace_reason() -> *const c_char;
    fn retrace_open(profile: *const u8, length: usize, flags: u32, store: *mut u64) -> c_int;
    fn retrace_open_memory(store: *mut u64) -> c_int;
    fn retrace_close(handle: u64) -> c_int;
    fn retrace_call(
        store: u64, request: *const u8, length: usize, reply: *mut *const c_char, size: *mut usize,
    ) -> c_int;
    fn retrace_open_tab(store: u64, typed: *const u8, length: usize, tab: *mut i64) -> c_int;
    fn retrace_navigate(store: u64, tab: i64, typed: *const u8, length: usize) -> c_int;
    fn retrace_travel(store: u64, tab: i64, steps: i32) -> c_int;
    fn retrace_close_tab(store: u64, tab: i64) -> c_int;
    fn retrace_report_title(store: u64, tab: i64, title: *const u8, length: usize) -> c_int;
    fn retrace_undo(store: u64, undone: *mut i64) -> c_int;
    fn retrace_at(store: u64, point: *const u8, length: usize, moment: *mut u64) -> c_int;
    fn retrace_tabs(handle: u64, tabs: *mut *const RawTab, count: *mut usize) -> c_int;
}

/// The reason why a call failed.
#[derive(Debug)]
struct Refused {
    reason: String,
    message: String,
}

type Done<Value = ()> = Result<Value, Refused>;

fn check(code: c_int) -> Done {
    if code == 0 {
        return Ok(());
    }
    let text = |text| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned();
    unsafe { Err(Refused { reason: text(retrace_reason()), message: text(retrace_message()) }) }
}

/// Copies a string that a call has returned, because the next call overwrites it.
unsafe fn string(text: *const c_char, length: usize) -> Option<String> {
    if text.is_null() {
        return None;
    }
    let bytes = std::slice::from_raw_parts(text as *const u8, length);
    Some(String::from_utf8_lossy(bytes).into_owned())
}

struct Tab {
    id: i64,
    title: Option<String>,
    url: Option<String>,
    is_active: bool,
}

/// A store, or a moment of a store.
struct Handle(u64);

impl Handle {
    fn open(profile: Option<&str>) -> Done<Handle> {
        let mut handle = 0;
        check(match profile {
            Some(path) => unsafe { retrace_open(path.as_ptr(), path.len(), 0, &mut handle) },
            None => unsafe { retrace_open_memory(&mut handle) },
        })?;
        Ok(Handle(handle))
    }

    fn open_tab(&self, typed: &str) -> Done<i64> {
        let mut tab = 0;
        check(unsafe { retrace_open_tab(self.0, typed.as_ptr(), typed.len(), &mut tab) })?;
        Ok(tab)
    }

    fn navigate(&self, tab: i64, typed: &str) -> Done {
        check(unsafe { retrace_navigate(self.0, tab, typed.as_ptr(), typed.len()) })
    }

    fn report_title(&self, tab: i64, title: &str) -> Done {
        check(unsafe { retrace_report_title(self.0, tab, title.as_ptr(), title.len()) })
    }

    fn at(&self, point: &str) -> Done<Handle> {
        let mut moment = 0;
        check(unsafe { retrace_at(self.0, point.as_ptr(), point.len(), &mut moment) })?;
        Ok(Handle(moment))
    }

    fn call(&self, request: &str) -> Done<String> {
        let (mut reply, mut length) = (null(), 0);
        check(unsafe {
            retrace_call(self.0, request.as_ptr(), request.len(), &mut reply, &mut length)
        })?;
        Ok(unsafe { string(reply, length) }.unwrap_or_default())
    }

    fn tabs(&self) -> Done<Vec<Tab>> {
        let (mut tabs, mut count) = (null(), 0);
        check(unsafe { retrace_tabs(self.0, &mut tabs, &mut count) })?;
        Ok((0..count)
            .map(|index| unsafe {
                let tab = &*tabs.add(index);
                Tab {
                    id: tab.id,
                    title: string(tab.title, tab.title_length),
                    url: string(tab.url, tab.url_length),
                    is_active: tab.flags & 1 != 0,
                }
            })
            .collect())
    }

    fn print_tabs(&self, title: &str) -> Done {
        println!("{title}");
        for tab in self.tabs()? {
            let words: Vec<String> = tab.title.into_iter().chain(tab.url).collect();
            println!("{} #{}  {}", if tab.is_active { ">" } else { " " }, tab.id, words.join(" - "));
        }
        Ok(())
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        unsafe { retrace_close(self.0) };
    }
}

fn main() -> Done {
    let profile = std::env::args().nth(1);
    let store = Handle::open(profile.as_deref())?;

    let tab = store.open_tab("swift.org")?;
    store.report_title(tab, "Swift")?;
    store.navigate(tab, "swift.org/documentation")?;
    let other = store.open_tab("what is an event log")?;
    store.print_tabs("Two tabs:")?;

    let before = store.at("now")?;

    check(unsafe { retrace_travel(store.0, tab, -1) })?;
    check(unsafe { retrace_close_tab(store.0, other) })?;
    store.print_tabs("Back in the first, without the second:")?;
    check(unsafe { retrace_undo(store.0, null_mut()) })?;
    store.print_tabs("Undone:")?;
    before.print_tabs("As it was before Back:")?;

    let request = r#"{"jsonrpc":"2.0","id":1,"method":"pin","params":{"tab":2}}"#;
    println!("{}", store.call(request)?);

    if let Err(refused) = check(unsafe { retrace_close_tab(store.0, 4711) }) {
        println!("{}: {}", refused.reason, refused.message);
    }
    Ok(())
}
